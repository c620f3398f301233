"""Compares the figure of modules in CONTRIBUTING.md with the imports of the sources."""

import pathlib
import re
import sys

figure = re.search(r"```mermaid\n(.*?)```", pathlib.Path("CONTRIBUTING.md").read_text(), re.S).group(1)
below = {}
for sources, targets in re.findall(r"^  (\S.*?) --> (.*)$", figure, re.M):
    for source in sources.split(" & "):
        below.setdefault(source, set()).update(targets.split(" & "))
modules = set(below).union(*below.values())


def reached(module):
    """Returns the modules below a module, at any depth."""
    return set().union(*({one} | reached(one) for one in below.get(module, ())))


imports = {module: set() for module in modules}
for folder in pathlib.Path("Sources").iterdir():
    for path in folder.rglob("*.swift"):
        found = re.findall(r"^\s*(?:@\w+ )*(?:public |package |internal |private )?import (\w+)", path.read_text(), re.M)
        imports.setdefault(folder.name, set()).update(set(found) - {folder.name})
flaws = [
    f"{module} imports {other}, which is not below it in the figure."
    for module, others in sorted(imports.items()) for other in sorted(others & modules - reached(module))
] + [
    f"{module} does not import {other}, which the figure has below it."
    for module, others in sorted(below.items()) for other in sorted(others - imports[module])
]
missing = {folder.name for folder in pathlib.Path("Sources").iterdir() if imports.get(folder.name)} - modules
flaws += [f"The figure lacks {module}." for module in sorted(missing)]
sys.exit("\n".join(flaws) or None)
