"""Prints the public declarations and conformances in a folder of symbol graphs, sorted.

    python3 scripts/support/declarations.py FOLDER
"""

import glob
import json
import os
import re
import sys


def declarations(path):
    """The lines of one graph: module, path, and the declaration or the protocol."""
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    module = graph["module"]["name"]
    names = {}
    for symbol in graph["symbols"]:
        name = ".".join(symbol["pathComponents"])
        names[symbol["identifier"]["precise"]] = name
        text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
        access = "open " if symbol["accessLevel"] == "open" else ""
        # A stored property and a computed one are the same to a caller.
        text = " ".join(text.split()).removesuffix(" { get set }")
        if symbol["kind"]["identifier"] in ("swift.property", "swift.type.property"):
            text = re.sub(r"^((?:@\S+ )*(?:static )?)let (.*)$", r"\1var \2 { get }", text)
        yield f"{module}  {name}  {access}{text}"
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo" and relation["source"] in names:
            protocol = relation.get("targetFallback", "") or names.get(relation["target"], "")
            # What the compiler adds to every type without being asked is no decision of this package.
            if protocol and not protocol.endswith((".Copyable", ".Escapable", ".SendableMetatype")):
                yield f"{module}  {names[relation['source']]}  : {protocol}"


lines = set()
for graph_path in glob.glob(os.path.join(sys.argv[1], "*.symbols.json")):
    lines.update(declarations(graph_path))
sys.stdout.write("".join(line + "\n" for line in sorted(lines)))
