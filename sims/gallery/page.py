"""The page of a gallery: plain HTML and CSS, no script, nothing from a network."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from importlib.resources import files
from urllib.parse import quote

from sims.gallery.markup import Markup, element, joined
from sims.gallery.model import Grid, Link, Picture, Section
from sims.report import Line

__all__ = ["gallery_page"]

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:; "
    "base-uri 'none'; form-action 'none'"
)


def gallery_page(
    title: str, sections: Sequence[Section], missing: Collection[str] = ()
) -> str:
    """Return the page.

    Parameters
    ----------
    title : str
    sections : sequence of Section
    missing : collection of str
        Names of files that could not be made: links to them become words.
    """
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'),
        element("link", rel="icon", href="data:,"),
        element("title", title),
        Markup(f"<style>\n{_css()}</style>"),
    )
    body = element(
        "body",
        element("a", "Skip to the games", href="#games", class_="skip"),
        element("header", element("h1", title), _about(sections), _contents(sections)),
        element("main", *(_section(each, missing) for each in sections), id="games"),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _css() -> str:
    return (files("sims.gallery") / "gallery.css").read_text("utf-8")


def _about(sections: Sequence[Section]) -> Markup:
    batches = f"{len(sections)} batch{'es' * (len(sections) > 1)}"
    return element(
        "p",
        f"Results of {batches} of games: tables, pictures, and replays to watch. "
        "Everything lies in this folder and needs no network. A picture opens by "
        "itself when it is followed.",
    )


def _contents(sections: Sequence[Section]) -> Markup:
    if len(sections) < 2:
        return Markup()
    items = [
        element("li", element("a", each.title, href=f"#{each.slug}"))
        for each in sections
    ]
    return element("nav", element("ul", *items), aria_label="Batches")


def _section(section: Section, missing: Collection[str]) -> Markup:
    name = f"{section.slug}-title"
    return element(
        "section",
        element("h2", section.title, id=name),
        *(element("p", text, class_="about") for text in section.about),
        element(
            "div",
            element("div", _results(section.lines)),
            *(element("div", _grid(grid, missing)) for grid in section.grids),
            class_="told",
        ),
        element(
            "div",
            *(_figure(each) for each in section.pictures if _name(each) not in missing),
            class_="pictures",
        ),
        id=section.slug,
        aria_labelledby=name,
    )


def _name(picture: Picture) -> str:
    return picture.file.name


def _results(lines: Sequence[Line]) -> Markup:
    rows = [
        element(
            "tr",
            element(
                "th",
                line.label.strip(),
                scope="row",
                class_="inner" if line.label.startswith(" ") else None,
            ),
            element("td", line.value),
        )
        for line in lines
    ]
    return element(
        "table",
        element("caption", "Results"),
        element("tbody", *rows),
        class_="results",
    )


def _figure(picture: Picture) -> Markup:
    address = quote(picture.file.name)
    image = element(
        "img", src=address, alt=picture.alt, width=picture.width,
        height=picture.height, loading="lazy",
    )  # fmt: skip
    return element(
        "figure",
        element("a", image, href=address),
        element("figcaption", picture.caption),
    )


def _grid(grid: Grid, missing: Collection[str]) -> Markup:
    head = element("tr", *(element("th", name, scope="col") for name in grid.heads))
    rows = [element("tr", *_cells(row, missing)) for row in grid.rows]
    table = element(
        "table", element("thead", head), element("tbody", *rows), class_="grid"
    )
    return joined(
        [
            element("h3", grid.title),
            element("p", grid.note) if grid.note else "",
            # A table that is too wide is scrolled by itself, also by keyboard.
            element(
                "div", table, class_="wide", tabindex=0, role="region",
                aria_label=grid.title,
            ) if rows else "",
        ]
    )  # fmt: skip


def _cells(row: Sequence[str | Link], missing: Collection[str]) -> Iterator[Markup]:
    for k, cell in enumerate(row):
        if isinstance(cell, Link):
            yield element("td", _link(cell, missing))
        elif k:
            yield element("td", cell)
        else:
            yield element("th", cell, scope="row")


def _link(link: Link, missing: Collection[str]) -> str:
    if link.name in missing:
        return "cannot be read"
    return element("a", link.text, href=quote(link.name), aria_label=link.label)
