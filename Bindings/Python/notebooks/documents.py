"""Checks the notebook, and writes its page and those of the reference.

Usage: python documents.py --check BINDINGS        runs the notebook, and compares its results with the stored ones
       python documents.py --store BINDINGS        runs the notebook and stores its results
       python documents.py --pages BINDINGS FOLDER writes the pages of the notebook and of the reference

It needs the wheel, pandas and nbclient, and for pages nbconvert, ipykernel and PySpark.
"""

import html
import inspect
import pathlib
import re
import sys


def executed(path):
    """Returns the notebook before and after it is run."""
    import nbclient
    import nbformat

    stored = nbformat.read(path, 4)
    fresh = nbformat.read(path, 4)
    nbclient.NotebookClient(fresh, timeout=300).execute()
    return stored, fresh


def one_line(svg):
    return "".join(line.strip() for line in svg.splitlines())


def shown(cell):
    """Returns what a cell shows, without what depends on the version of pandas: spaces and styles."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        picture = data.get("image/svg+xml")
        texts.append(one_line(picture) if picture else " ".join(data.get("text/plain", output.get("text", "")).split()))
    return texts


def compare(path):
    """Returns the number of cells of a notebook whose results are not the stored ones."""
    stored, fresh = executed(path)
    differences = 0
    for number, (one, two) in enumerate(zip(stored.cells, fresh.cells)):
        if shown(one) != shown(two):
            differences += 1
            print(f"Cell {number} of {path.name} is stored with\n{str(shown(one))[:300]}\nand shows\n{str(shown(two))[:300]}")
    print(f"{path.name}: {len(fresh.cells)} cells, {differences} with other results than stored")
    return differences


def store(path):
    import nbformat

    _, fresh = executed(path)
    for cell in fresh.cells:
        # The times of the run, and widgets, would be other ones each time.
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.execution_count = None
            for output in cell.outputs:
                if output.output_type == "execute_result":
                    output["execution_count"] = None
                    # A table as HTML has ten times the lines; the page of the notebook is made of a run.
                    output.data.pop("text/html", None)
                    if "image/svg+xml" in output.data:
                        output.data["image/svg+xml"] = one_line(output.data["image/svg+xml"])
    fresh.metadata.pop("widgets", None)
    nbformat.write(fresh, path)


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title><style>
body {{ max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light dark }}
pre, code {{ font-family: ui-monospace, monospace; font-size: .9em }} pre {{ overflow-x: auto; padding: .5rem 1rem; border: 1px solid }}
dd {{ margin-bottom: .5rem }}</style>
<p><a href="index.html">swift-glucose for Python</a></p><h1>{title}</h1>{body}</html>
"""


def rendered(text, pages):
    """Returns a docstring as HTML, in which the names of functions and classes refer to their pages."""

    def inline(text):
        text = html.escape(" ".join(text.split()), quote=False)
        text = re.sub(r"``(.+?)``", r"<code>\1</code>", text)

        def reference(found):
            name = found[1]
            page = next((one for one in (name, name.partition(".")[0]) if one in pages), None)
            code = f"<code>{name}</code>"
            return f'<a href="{page}.html">{code}</a>' if page else code

        return re.sub(r":\w+:`([^`]+)`", reference, text)

    body, *fields = re.split(r"^:(?=param |raises )", inspect.cleandoc(text or ""), flags=re.MULTILINE)
    made = []
    for part in filter(None, body.strip().split("\n\n")):
        made.append(f"<pre>{html.escape(part)}</pre>" if part.startswith(">>>") else f"<p>{inline(part)}</p>")
    for kind, title in (("param", "Parameters"), ("raises", "Errors")):
        rows = [re.match(rf"{kind} (\S+?): (.*)", field, re.DOTALL) for field in fields]
        rows = [f"<dt><code>{row[1]}</code></dt><dd>{inline(row[2])}</dd>" for row in rows if row]
        made += [f"<h2>{title}</h2><dl>{''.join(rows)}</dl>"] if rows else []
    return "\n".join(made)


def signature(name, thing):
    """Returns a name with its parameters, one to a line."""
    lines, is_keyword = [], False
    for one in inspect.signature(thing).parameters.values():
        if one.kind == one.KEYWORD_ONLY and not is_keyword:
            lines.append("*")
            is_keyword = True
        kind = "" if one.annotation is one.empty else f": {one.annotation}"
        default = "" if one.default is one.empty else f" = {one.default!r}"
        lines.append(("**" if one.kind == one.VAR_KEYWORD else "") + one.name + kind + default)
    rows = "".join(f"    {line},\n" for line in lines if line != "self")
    return f"<pre>{html.escape(name)}({chr(10) if rows else ''}{html.escape(rows)})</pre>"


def pages(notebook, folder):
    """Writes a page for each function and class, the notebook's, and one that lists them."""
    import nbconvert

    import swift_glucose as glucose
    from swift_glucose import spark

    folder.mkdir(parents=True, exist_ok=True)
    body, _ = nbconvert.HTMLExporter(embed_images=True).from_notebook_node(executed(notebook)[1])
    (folder / "notebook.html").write_text(body)
    things = {name: getattr(glucose, name) for name in glucose.__all__}
    things["spark.Cohort"] = spark.Cohort
    lists = {"Functions": [], "Classes": [], "Errors and warnings": []}
    for name, thing in sorted(things.items()):
        text = rendered(thing.__doc__, things)
        if inspect.isclass(thing) and issubclass(thing, Exception):
            kind = "Errors and warnings"
        elif inspect.isclass(thing):
            kind = "Classes"
            text = signature(name, thing.__init__) + text
            for key, method in vars(thing).items():
                if not key.startswith("_") and inspect.getdoc(method):
                    text += f'<h2 id="{key}">{key}</h2>'
                    text += signature(key, getattr(thing, key)) if callable(getattr(thing, key)) else ""
                    text += rendered(inspect.getdoc(method), things).replace("h2>", "h3>")
        else:
            kind = "Functions"
            text = signature(name, thing) + text
        (folder / f"{name}.html").write_text(PAGE.format(title=name, body=text))
        sentence = rendered(inspect.cleandoc(thing.__doc__).split("\n\n")[0], things)[3:-4]
        lists[kind].append(f'<dt><a href="{name}.html"><code>{name}</code></a></dt><dd>{sentence}</dd>')
    body = rendered(glucose.__doc__, things) + '<p><a href="notebook.html">A notebook</a> with an invented cohort.</p>'
    body += "".join(f"<h2>{kind}</h2><dl>{''.join(rows)}</dl>" for kind, rows in lists.items())
    (folder / "index.html").write_text(PAGE.format(title="swift_glucose", body=body))
    print(f"{len(things)} pages of functions and classes")


def main():
    work, bindings = sys.argv[1], pathlib.Path(sys.argv[2])
    notebook = bindings / "Python" / "notebooks" / "cohort.ipynb"
    if work == "--check":
        sys.exit(compare(notebook))
    if work == "--store":
        store(notebook)
    elif work == "--pages":
        pages(notebook, pathlib.Path(sys.argv[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
