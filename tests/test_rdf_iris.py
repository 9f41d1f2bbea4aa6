"""IRIs of the export: names in any script go in and come out, and only ASCII is written."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rulekeep.kb.rdf.iris import escaped, ruling_iri, to_iri, to_uri, unescaped

BASE = "https://w3id.org/rulekeep/duelmasters/card/"
NAMES = st.text(min_size=1)


@given(NAMES)
@example("ハッスル・キャッスル")
@example("100%")
@example("%E3%81%82")
@example("..")
@example("a/b?c#d e")
@example("𠮷野家 😀")
def test_every_name_is_one_segment_and_comes_out_of_it_again(name: str) -> None:
    segment = escaped(name)
    assert unescaped(segment) == name
    assert segment.isascii()
    assert not set(segment) & set('/?#[]@ <>"{}|\\^`')
    assert segment not in (".", "..")


@given(NAMES)
@example("ハッスル・キャッスル")
def test_a_ruling_of_any_name_has_an_iri_that_is_a_uri(name: str) -> None:
    iri = ruling_iri("duelmasters", name)
    parts = urlsplit(iri)
    assert (parts.query, parts.fragment) == ("", "")
    assert unescaped(parts.path.rpartition("/")[2]) == name
    assert to_uri(iri) == iri


@given(st.text(st.characters(min_codepoint=0xA0, exclude_categories=("Cs",))))
def test_an_iri_of_the_files_is_got_back_from_its_uri(name: str) -> None:
    iri = BASE + name
    assert to_uri(iri).isascii()
    assert to_iri(to_uri(iri)) == iri


@pytest.mark.parametrize(
    ("iri", "uri"),
    [
        (BASE + "城", BASE + "%E5%9F%8E"),
        (BASE + "All_Is_Dust", BASE + "All_Is_Dust"),
        ("https://example.org/?id=dm30-023&a=b", "https://example.org/?id=dm30-023&a=b"),
        ("https://example.org/%E5%9F%8E", "https://example.org/%E5%9F%8E"),
        ("https://example.org/a b", "https://example.org/a%20b"),
    ],
)
def test_iris_are_mapped_as_the_standard_says(iri: str, uri: str) -> None:
    assert to_uri(iri) == uri


def test_escapes_that_are_no_text_stay() -> None:
    assert to_iri(BASE + "%E5%9F") == BASE + "%E5%9F"
