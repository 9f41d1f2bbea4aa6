"""Values as JSON and back, as caches keep them, and the dataclasses that they are."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import field

import pytest
from rulekeep.kb.codec import Codec
from rulekeep.kb.sources import CODEC, games, load_content, load_documents
from rulekeep.kb.values import value


@value
class Leaf:
    """A part."""

    name: str
    size: int = 1
    marks: tuple[str, ...] = ()


@value
class Branch:
    """A whole."""

    leaves: tuple[Leaf, ...]
    notes: dict[str, str] = field(default_factory=dict)
    best: Leaf | None = None
    kinds: frozenset[str] = frozenset()


@value
class Bare:
    """Nothing but itself."""


TREE = Codec(Leaf, Branch, Bare)
LEAF = Leaf("green", 3, ("sharp",))


# --- the codec ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "whole",
    [
        None,
        "",
        "葉",
        True,
        0,
        -7,
        2.5,
        (),
        (1, True, 1.0, "1"),
        {"a": 1, "b": (2, {"c": None})},
        frozenset({"x", "y"}),
        frozenset({(1, 2), (2, 1)}),
        Bare(),
        LEAF,
        Branch((LEAF, Leaf("red"), LEAF), {"en": "leaf"}, LEAF, frozenset({"oak"})),
        (Branch(()), Branch((LEAF,)), Branch((LEAF,))),
    ],
)
def test_a_value_survives(whole):
    found = TREE.loads(TREE.dumps(whole))
    assert (type(found), found) == (type(whole), whole)


@pytest.mark.parametrize("number", [1, True, 1.0])
def test_a_number_keeps_its_type_among_its_likes(number):
    found = TREE.loads(TREE.dumps((1, True, 1.0, number)))
    assert list(map(type, found)) == [int, bool, float, type(number)]


def test_equal_parts_are_written_once_and_shared():
    text = TREE.dumps((LEAF, Branch((Leaf("green", 3, ("sharp",)),))))
    assert text.count("green") == 1
    leaf, branch = TREE.loads(text)
    assert leaf is branch.leaves[0]


def test_dicts_are_not_shared():
    one, other = TREE.loads(TREE.dumps((Branch(()), Branch((LEAF,)))))
    assert one.notes == other.notes == {}
    assert one.notes is not other.notes


def test_fields_that_have_their_default_are_left_out_at_the_end():
    assert json.loads(TREE.dumps(Leaf("red"))) == [[0, "red"]]
    assert json.loads(TREE.dumps(Leaf("red", 1, ("dry",)))) == [1, [-1, "dry"], [0, "red", 0, 1]]


def test_the_same_value_is_the_same_text():
    kinds = [f"kind {n}" for n in range(20)]
    one = Branch((), kinds=frozenset(kinds))
    other = Branch((), kinds=frozenset(reversed(kinds)))
    assert TREE.dumps(one) == TREE.dumps(other)


def test_a_class_that_is_not_listed_is_refused():
    with pytest.raises(TypeError, match="Branch is not in the codec"):
        Codec(Leaf).dumps(Branch(()))


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "{}", "5", "[[0, 9]]", "[[9]]", "[[0, 0]]", '[["!"]]', "[[]]"]
)
def test_a_text_that_is_none_of_its_own_is_refused(text):
    with pytest.raises((ValueError, TypeError, IndexError, KeyError)):
        TREE.loads(text)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("load", [load_content, load_documents])
def test_what_a_game_says_survives(load, game):
    found = load(game)
    assert CODEC.loads(CODEC.dumps(found)) == found


# --- values ---------------------------------------------------------------------------------------


def test_a_value_is_frozen_from_the_start():
    leaf = Leaf("green")
    with pytest.raises(dataclasses.FrozenInstanceError):
        leaf.size = 2  # type: ignore[misc]
    with pytest.raises(dataclasses.FrozenInstanceError):
        leaf.colour = "red"  # type: ignore[attr-defined]


def test_a_value_is_made_as_a_dataclass_is():
    assert Leaf("a", marks=("x",)) == Leaf(name="a", size=1, marks=("x",))
    assert dataclasses.replace(LEAF, size=4) == Leaf("green", 4, ("sharp",))
    assert repr(Leaf("a")) == "Leaf(name='a', size=1, marks=())"
    assert Branch(()).notes is not Branch(()).notes
    assert len({Leaf("a"), Leaf("a"), Leaf("b")}) == 2


@pytest.mark.parametrize("arguments", [(), ("a", 1, (), 4)])
def test_a_wrong_number_of_arguments_is_refused(arguments):
    for _ in range(2):  # the first value of a class, and the next one
        with pytest.raises(TypeError, match="argument"):
            Leaf(*arguments)
