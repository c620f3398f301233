"""Writes the wheel: the package with the shared library, for any Python 3 from 3.9.

Usage: python make_wheel.py LIBRARY FOLDER TOOLCHAIN

The library contains parts of the Swift toolchain in TOOLCHAIN (the folder with `share/swift`), ICU, OpenBLAS with LAPACK,
libstdc++ and libgcc, whose notices are those of the toolchain and of Debian's packages on the machine that builds, and
for ICU, which is the toolchain's, that in `licenses`.

It is also the build backend of pyproject.toml, so that `pip install ./Bindings/Python` builds what has changed with
scripts/python, and packs nothing older than the sources.
"""

import base64
import glob
import hashlib
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import zipfile
from typing import Any, Dict, Optional

try:
    import tomllib
except ImportError:  # Before Python 3.11.
    import tomli as tomllib

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = "swift_glucose"


def version() -> str:
    """Returns the version of the command."""
    text = (HERE.parents[1] / "Sources" / "glucose" / "GlucoseCommand.swift").read_text()
    return re.search(r'\bversion: "(.*)"', text).group(1)


def platform_tag(library: pathlib.Path) -> str:
    """Returns the tag of the oldest C library that has the functions which the library uses, or of the first macOS that
    has all of the Swift runtime."""
    if sys.platform == "darwin":
        return f"macosx_26_0_{platform.machine()}"
    symbols = subprocess.run(
        ["objdump", "-T", str(library)], capture_output=True, text=True, check=True
    ).stdout
    versions = [tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols)]
    major, minor = max(versions)
    return f"manylinux_{major}_{minor}_{platform.machine()}"


# The notices of what the library contains, which on macOS the system has: the name of each, its place, a sentence that
# must be in it, and the license.
NOTICES = [] if sys.platform == "darwin" else [
    ("swift", "{toolchain}/share/swift/LICENSE.txt", "Runtime Library Exception", "Apache-2.0 WITH Swift-exception"),
    ("icu", "{here}/licenses/icu.txt", "UNICODE LICENSE V3", "Unicode-3.0"),
    ("openblas", "/usr/share/doc/libopenblas-dev/copyright", "OpenBLAS", "BSD-3-Clause"),
    ("lapack", "/usr/share/doc/liblapacke-dev/copyright", "University of Tennessee", "BSD-3-Clause-Open-MPI"),
    (
        "libstdc++-libgcc", "/usr/share/doc/gcc-[0-9]*-base/copyright", "GCC RUNTIME LIBRARY EXCEPTION",
        "GPL-3.0-or-later WITH GCC-exception-3.1",
    ),
]


def notices(toolchain: str) -> Dict[str, bytes]:
    """Returns the notices of what the library contains, by the names of their files."""
    found = {}
    for name, pattern, sentence, _ in NOTICES:
        pattern = pattern.format(toolchain=toolchain, here=HERE)
        texts = [pathlib.Path(path).read_bytes() for path in sorted(glob.glob(pattern))]
        texts = [data for data in texts if sentence.lower() in data.decode().lower()]
        if not texts:
            sys.exit(f"The notice of {name} is not in {pattern}.")
        found[f"LICENSES/{name}.txt"] = texts[-1]
    return found


def metadata(licenses: Dict[str, bytes]) -> str:
    """Returns the description of the package, from pyproject.toml."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    expression = " AND ".join(["Apache-2.0", *(f"({license})" for *_, license in NOTICES)])
    lines = [
        "Metadata-Version: 2.4", f"Name: {project['name']}", f"Version: {version()}", f"Summary: {project['description']}",
        f"Author: {', '.join(author['name'] for author in project['authors'])}",
        f"Keywords: {','.join(project['keywords'])}", f"License-Expression: {expression}",
        *(f"License-File: {name}" for name in licenses), *(f"Classifier: {name}" for name in project["classifiers"]),
        f"Requires-Python: {project['requires-python']}", *(f"Requires-Dist: {one}" for one in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one}; extra == '{extra}'" for one in needed]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (HERE / project["readme"]).read_text()


def wheel(library: pathlib.Path, folder: pathlib.Path, toolchain: str) -> pathlib.Path:
    """Writes the wheel; returns its path."""
    tag = f"py3-none-{platform_tag(library)}"
    info = f"{PACKAGE}-{version()}.dist-info"
    files = {
        f"{PACKAGE}/{path.name}": path.read_bytes()
        for path in sorted((HERE / PACKAGE).iterdir())
        if path.suffix == ".py" or path.name == "py.typed"
    }
    files[f"{PACKAGE}/libglucose{library.suffix}"] = library.read_bytes()
    licenses = {"LICENSE": (HERE.parents[1] / "LICENSE").read_bytes(), **notices(toolchain)}
    files[f"{info}/METADATA"] = metadata(licenses).encode()
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
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            # The same bytes whenever the wheel is made.
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name.endswith((".so", ".dylib")) else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return path


# The hooks of the build backend (PEP 517).


def build_wheel(
    wheel_directory: str, config_settings: Optional[Dict[str, Any]] = None, metadata_directory: Optional[str] = None
) -> str:
    root = HERE.parents[1]
    script = root / "scripts" / "python"
    if not script.exists():
        sys.exit("swift-glucose is built in its repository: pip install ./Bindings/Python there, or install the wheel.")
    if shutil.which("swiftc") is None:
        sys.exit(
            "swift-glucose for Python is compiled with Swift 6.3 or later on Debian or Ubuntu, and `swiftc` is not on the "
            "PATH: see swift.org/install, or install a wheel that scripts/python --build made on another machine."
        )
    subprocess.run([str(script), "--build"], check=True)
    (made,) = (root / ".build-python" / "wheel").glob("*.whl")
    return pathlib.Path(shutil.copy(made, wheel_directory)).name


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    sys.exit("swift-glucose has no source distribution for Python: its sources are its repository.")


if __name__ == "__main__":
    print(wheel(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]))
