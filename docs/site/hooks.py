"""Adapts the Markdown pages to the site: navigation, links to folders, Javadoc, search of local files."""

import json
import re
import shutil
from html import unescape
from pathlib import Path

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).resolve().parents[2]
REPOSITORY = re.search("<repository.url>(.*)</", (ROOT / "pom.xml").read_text())[1]
JAVADOC = ROOT / "target/site-javadoc"


def on_config(config):
    source = Path(config["docs_dir"])

    def pages(folder, first):
        found = sorted(path.relative_to(source).as_posix() for path in source.glob(folder))
        return [first] + [page for page in found if page != first]

    config["nav"] = [
        {"Home": "README.md"},
        {"Guide": pages("docs/guide/*.md", "docs/guide/getting-started.md")},
        {"Reference": pages("docs/reference/*.md", "docs/api/README.md")},
        {"Examples": pages("examples/*/README.md", "examples/README.md")},
        {"Project": ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]},
    ]
    # Headings have the same anchors as on GitHub.
    config["mdx_configs"]["toc"] = {
        "slugify": lambda text, _: re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-")
    }
    return config


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_path
    folder = (ROOT / path).parent

    def link(match):
        target = (folder / match[1]).resolve()
        if not target.exists():
            return match[0]  # reported by MkDocs
        name = target.relative_to(ROOT).as_posix()
        if (target / "README.md").exists():
            return f"]({match[1]}/README.md)"
        return match[0] if files.get_file_from_path(name) else f"]({REPOSITORY}/blob/main/{name})"

    markdown = re.sub(r"\]\(([\w./-]+)\)", link, markdown)
    if path == "docs/api/README.md":
        markdown += "\n## Javadoc\n\n" + "".join(
            f'* <a href="../../javadoc/{module.name}/index.html">{module.name}</a>\n'
            for module in sorted(JAVADOC.iterdir())
        )
    return markdown


def on_post_build(config):
    site = Path(config["site_dir"])
    shutil.copytree(JAVADOC, site / "javadoc")
    # Browsers do not load the index and the worker from files, so a script contains both.
    index = (site / "search/search_index.json").read_text()
    worker = next(site.glob("assets/javascripts/workers/search.*.js")).read_text()
    (site / "search/local.js").write_text(
        f"var __search = {{index: Promise.resolve({index}), "
        f"worker: URL.createObjectURL(new Blob([{json.dumps(worker)}]))}};"
    )
    check_links(site)


def check_links(site):
    pages = {
        path: path.read_text()
        for path in site.rglob("*.html")
        if "javadoc" not in path.relative_to(site).parts and path.name != "404.html"
    }
    broken = []
    for path, text in pages.items():
        for href, anchor in re.findall(r'href="([^":#]*)(?:#([^"]+))?"', text):
            target = (path.parent / unescape(href)).resolve() if href else path
            anchors = f'id="{anchor}"' if anchor else ""
            if not target.exists() or anchors not in pages.get(target, anchors):
                broken.append(f"{path.relative_to(site)}: {href}#{anchor}")
    if broken:
        raise PluginError("broken links:\n" + "\n".join(broken))
