# SPDX-License-Identifier: Apache-2.0
"""Checks the examples of the documents and the notebook, and writes their pages.

Usage: python documents.py --check BINDINGS        runs the examples of the READMEs, and compares the notebook's results
       python documents.py --store BINDINGS        runs the notebook and stores its results
       python documents.py --pages BINDINGS FOLDER writes the pages of the notebook and of the reference

It needs the wheel, pandas and nbclient, and for pages nbconvert and pdoc.
"""

import doctest
import os
import pathlib
import re
import sys
import tempfile


def examples(path):
    """Runs the examples of a document in a folder of their own; returns the number of failures."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            # A fence is no part of an expected output.
            text = re.sub(r"^```.*$", "", path.read_text(), flags=re.MULTILINE)
            test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
            runner = doctest.DocTestRunner(optionflags=flags)
            runner.run(test)
        finally:
            os.chdir(before)
    print(f"{path.name}: {runner.tries} examples, {runner.failures} failed")
    return runner.failures


def executed(path):
    """Returns the notebook before and after it is run."""
    import nbclient
    import nbformat

    stored = nbformat.read(path, 4)
    fresh = nbformat.read(path, 4)
    nbclient.NotebookClient(fresh, timeout=300).execute()
    return stored, fresh


def shown(cell):
    """Returns what a cell shows, without what depends on the version of pandas: spaces and styles."""
    texts = []
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        texts.append(data.get("image/svg+xml") or " ".join(data.get("text/plain", output.get("text", "")).split()))
    return texts


def compare(path):
    """Returns the number of cells of a notebook whose results are not the stored ones."""
    stored, fresh = executed(path)
    differences = 0
    for number, (one, two) in enumerate(zip(stored.cells, fresh.cells)):
        if shown(one) != shown(two):
            differences += 1
            print(f"Cell {number} of {path.name} is stored with\n{shown(one)}\nand shows\n{shown(two)}")
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
                output.pop("execution_count", None)
                if output.output_type == "execute_result":
                    output["execution_count"] = None
    fresh.metadata.pop("widgets", None)
    nbformat.write(fresh, path)


def pages(notebook, folder):
    import nbconvert
    import pdoc

    folder.mkdir(parents=True, exist_ok=True)
    body, _ = nbconvert.HTMLExporter(embed_images=True).from_filename(str(notebook))
    (folder / "cohort.html").write_text(body)
    modules = ["swift_glucose"]
    try:
        import pyspark  # noqa: F401

        modules.append("swift_glucose.spark")
    except ImportError:
        pass
    pdoc.render.configure(docformat="restructuredtext", show_source=False)
    pdoc.pdoc(*modules, output_directory=folder)


def main():
    work, bindings = sys.argv[1], pathlib.Path(sys.argv[2])
    notebook = bindings / "Python" / "notebooks" / "cohort.ipynb"
    if work == "--check":
        sys.exit(1 if examples(bindings / "Python" / "README.md") + compare(notebook) else 0)
    if work == "--store":
        store(notebook)
    elif work == "--pages":
        pages(notebook, pathlib.Path(sys.argv[3]))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
