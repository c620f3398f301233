"""Writes the Swift snippets of pages, and the examples in documentation comments, as programs.

    python3 scripts/support/snippets.py FOLDER PAGE…
    python3 scripts/support/snippets.py FOLDER MODULE FILE…

A snippet of a page is a program in a folder of its own. The examples of a module are functions of one
program, after the names in scripts/support/contexts. The compiler names the file and the line of what
it does not accept.
"""

import os
import re
import sys


def snippets(lines):
    """The number of the first line and the text of each fenced snippet."""
    start = None
    for number, line in enumerate(lines):
        if line.strip() == "```swift":
            start = number + 1
        elif line.startswith("```") and start is not None:
            yield start + 1, "\n".join(lines[start:number])
            start = None


def comment_blocks(lines):
    """The number of the first line and the lines of each documentation comment, without slashes."""
    start, block = 0, []
    for number, line in enumerate(lines + [""]):
        match = re.match(r"\s*///(.*)$", line)
        if match:
            if not block:
                start = number
            block.append(match[1])
        elif block:
            yield start, block
            block = []


def examples(lines):
    """The number of the first line and the text of each example in a documentation comment.

    An example is fenced, or indented by four spaces after a blank line.
    """
    for start, block in comment_blocks(lines):
        text = [line[1:] if line.startswith(" ") else line for line in block]
        for line, snippet in snippets(text):
            yield start + line, snippet
        index = 0
        while index < len(text):
            if not text[index].startswith("    ") or (index > 0 and text[index - 1].strip()):
                index += 1
                continue
            end = index
            while end < len(text) and (text[end].startswith("    ") or not text[end].strip()):
                end += 1
            yield start + index + 1, "\n".join(line[4:] for line in text[index:end]).rstrip()
            index = end


def located(page, line, text):
    return f'#sourceLocation(file: "{page}", line: {line})\n{text}\n#sourceLocation()\n'


def is_fragment(text):
    return "…" in (part.strip() for part in text.split("\n")) or "://…" in text


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(folder, name, program):
    place = os.path.join(folder, name)
    os.makedirs(place)
    with open(os.path.join(place, "main.swift"), "w", encoding="utf-8") as file:
        file.write(program)


def write_pages(folder, pages):
    for page in pages:
        context = None
        for count, (line, text) in enumerate(snippets(read(page).split("\n")), start=1):
            if is_fragment(text):
                continue
            body = located(page, line, text)
            if re.search(r"^(@testable )?import ", text, re.MULTILINE):
                program = body
                context = context or body
            else:
                # A scope of its own, so that a snippet may name things as the context does.
                program = (context or "") + "do {\n" + body + "}\n"
            write(folder, f"{os.path.basename(page)}-{count}", program)


def write_examples(folder, module, files):
    contexts = os.path.join(os.path.dirname(__file__), "contexts")
    context = read(os.path.join(contexts, "Shared.swift"))
    own = os.path.join(contexts, module + ".swift")
    if os.path.exists(own):
        context += read(own)
    count, program = 0, "".join(re.findall(r"^import .*\n", context, flags=re.MULTILINE))
    for path in files:
        for line, text in examples(read(path).split("\n")):
            if is_fragment(text):
                continue
            count += 1
            # Braces with an ellipsis stand for any statements.
            body = re.sub(r"\{ … \}", "{}", re.sub(r"^import .*$", "", text, flags=re.MULTILINE))
            program += f"func example{count}() async throws {{\n{located(path, line, body)}}}\n"
    if count > 0:
        write(folder, f"{module}-examples", program)
        # In a file of its own, since the names of a main file belong to the main actor.
        with open(os.path.join(folder, f"{module}-examples", "Context.swift"), "w", encoding="utf-8") as file:
            file.write(context)
    print(count)


def main():
    folder, first = sys.argv[1:3]
    if first.endswith(".md"):
        write_pages(folder, sys.argv[2:])
    else:
        write_examples(folder, first, sys.argv[3:])


main()
