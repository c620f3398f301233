# SPDX-License-Identifier: Apache-2.0
"""Writes the wheel: the package with the shared library, for any Python 3 from 3.9.

Usage: python make_wheel.py LIBRARY FOLDER [TOOLCHAIN]

The library contains parts of the Swift toolchain in TOOLCHAIN (the folder with `share/swift`), ICU, OpenBLAS, libstdc++
and libgcc, whose notices are those of the toolchain and of Debian's packages on the machine that builds.
"""

import base64
import glob
import hashlib
import pathlib
import platform
import re
import subprocess
import sys
import zipfile
from typing import Dict

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "swift_glucose"


def version() -> str:
    text = (HERE / PACKAGE / "__init__.py").read_text()
    return re.search(r'__version__ = "(.*)"', text).group(1)


def platform_tag(library: pathlib.Path) -> str:
    """Returns the tag of the oldest C library that has the functions which the library uses."""
    symbols = subprocess.run(
        ["objdump", "-T", str(library)], capture_output=True, text=True, check=True
    ).stdout
    versions = [tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)]
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


# The names of notices, the place of each, a sentence that must be in it, and its licence.
NOTICES = [
    ("swift", "{toolchain}/share/swift/LICENSE.txt", "Runtime Library Exception", "Apache-2.0 WITH Swift-exception"),
    ("icu", "/usr/share/doc/libicu[0-9]*/copyright", "Unicode, Inc.", "Unicode-DFS-2016"),
    ("openblas", "/usr/share/doc/libopenblas-dev/copyright", "OpenBLAS", "BSD-3-Clause"),
    (
        "libstdc++-libgcc",
        "/usr/share/doc/gcc-[0-9]*-base/copyright",
        "GCC RUNTIME LIBRARY EXCEPTION",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
    ),
]


def notices(toolchain: str) -> Dict[str, bytes]:
    """Returns the notices of what the library contains, by the names of their files."""
    found = {}
    for name, pattern, sentence, _ in NOTICES:
        paths = sorted(glob.glob(pattern.format(toolchain=toolchain)))
        texts = [data for data in map(_content, paths) if sentence.lower() in data.decode().lower()]
        if not texts:
            sys.exit(f"The notice of {name} is not in {pattern.format(toolchain=toolchain)}.")
        found[f"LICENSES/{name}.txt"] = texts[-1]
    return found


def _content(path: str) -> bytes:
    return pathlib.Path(path).read_bytes()


def main() -> None:
    library, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    toolchain = sys.argv[3] if len(sys.argv) > 3 else "/usr"
    tag = f"py3-none-{platform_tag(library)}"
    info = f"{PACKAGE}-{version()}.dist-info"
    files = {
        f"{PACKAGE}/{path.name}": path.read_bytes()
        for path in sorted((HERE / PACKAGE).iterdir())
        if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"{PACKAGE}/libglucose.so"] = library.read_bytes()
    licenses = {"LICENSE": (HERE.parents[1] / "LICENSE").read_bytes(), **notices(toolchain)}
    expression = " AND ".join(["Apache-2.0", *(f"({license})" for *_, license in NOTICES)])
    files[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.4\nName: swift-glucose\nVersion: {version()}\n"
        "Summary: Glucose metrics, forecasts and pictures of whole cohorts, from any DataFrame\n"
        f"License-Expression: {expression}\n"
        + "".join(f"License-File: {name}\n" for name in licenses)
        + "Requires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n"
        + (HERE / "README.md").read_text()
    ).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: make_wheel\nRoot-Is-Purelib: false\nTag: {tag}\n"
    ).encode()
    for name, data in licenses.items():
        files[f"{info}/licenses/{name}"] = data
    record = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record.append(f"{name},sha256={digest},{len(data)}")
    record.append(f"{info}/RECORD,,")
    files[f"{info}/RECORD"] = ("\n".join(record) + "\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{PACKAGE}-{version()}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, data in files.items():
            # The same bytes whenever the wheel is made.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    print(path)


if __name__ == "__main__":
    main()
