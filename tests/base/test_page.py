"""A page is one file that asks for nothing, and no text in it becomes markup."""

import base64
import gzip
import hashlib
import re

import pytest

from gamebase.errors import ParameterError
from gamebase.page import check_page, make_page, web_text, write_page

SCRIPTS = ["page.js", "glyphs.js", "timeline.js", "turns.js", "help.js", "player.js"]


def test_data_come_back_and_never_look_like_markup():
    content = b"</script><script>alert(1)</script>" * 50
    page = make_page("t", scripts=["1;"], data={"it": content})
    assert "alert(1)" not in page
    (packed,) = re.findall(r'id="data-it">([^<]*)</script>', page)
    assert gzip.decompress(base64.b64decode(packed)) == content


def test_a_title_is_text():
    page = make_page("</title><script>alert(1)</script>", scripts=["1;"], data={})
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_only_our_script_may_run_and_nothing_may_be_loaded():
    page = make_page("t", scripts=["const mine = 1;"], data={})
    (script,) = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert script.rstrip().endswith("const mine = 1;")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Security-Policy" content="([^"]*)"', page)
    assert policy.startswith("default-src 'none';")
    assert f"script-src 'sha256-{digest}'" in policy
    assert "http" not in policy


def test_no_source_names_an_address():
    for name in [*SCRIPTS, "player.css"]:
        text = web_text("gamebase", name).replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(?m)(^|\s)//.*$", "", text), name
        assert "@import" not in text


def test_a_source_that_would_end_its_element_is_refused():
    for source in ("x = '</script>'", "x = '</SCRIPT >'", "<!-- x"):
        with pytest.raises(ValueError, match="in pieces"):
            make_page("t", scripts=[source], data={})
    with pytest.raises(ValueError, match="letters, digits"):
        make_page("t", scripts=[], data={'x" onload="y': b""})


def test_the_same_page_has_the_same_bytes():
    pages = {make_page("t", scripts=["1;"], data={"a": b"1"}) for _ in range(2)}
    assert len(pages) == 1


def test_a_page_that_cannot_be_written_is_refused(tmp_path):
    folder = tmp_path / "folder.html"
    folder.mkdir()
    for path, words in (
        (tmp_path / "page.txt", "ends in .html"),
        (tmp_path / "no" / "page.html", "no folder"),
        (folder, "cannot be written"),
    ):
        with pytest.raises(ParameterError, match=words):
            check_page(path)
        with pytest.raises(ParameterError, match=words):
            write_page(path, "")
    write_page(tmp_path / "page.html", "é")
    assert (tmp_path / "page.html").read_bytes() == "é".encode()
