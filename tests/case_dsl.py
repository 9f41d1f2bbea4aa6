"""Turns cases of the shared format into text of the query language, with the words of a table.

Names in a scenario are quoted; a line of the text that asks something carries its question, so that
a failure can be told in the words of the case.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WORDS: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("case_words.toml").read_text(encoding="utf-8")
)
SAID = WORDS["statements"]
EXPECT = WORDS["expect"]
FORMS = ("wording", "exact")


@dataclass(frozen=True)
class Asked:
    """A question of a case: the object, what it is asked for, and the expected answer in words."""

    object: str
    has: str
    expected: str


@dataclass
class CaseText:
    """A case as text.

    Args:
        lines: The lines of the scenario.
        asked: Line number (from 0) → the question that it asks.
        noted: Whether the run must leave a note.
    """

    lines: list[str] = field(default_factory=list)
    asked: dict[int, Asked] = field(default_factory=dict)
    noted: bool = False

    @property
    def text(self) -> str:
        """The whole scenario."""
        return "\n".join(self.lines) + "\n"

    def ask(self, line: str, question: Asked) -> None:
        """Adds a line that asks something."""
        self.asked[len(self.lines)] = question
        self.lines.append(line)


def quoted(name: str) -> str:
    """A name in the quotes that it does not contain."""
    return f"《{name}》" if '"' in name else f'"{name}"'


def case_text(case: dict[str, Any], form: str, *, order: bool = False) -> CaseText:
    """The scenario of a case.

    Args:
        case: One case of the shared format; every key but `id` may be missing.
        form: "wording" or "exact"; an effect that lacks one is written in the other.
        order: Whether its order of application is expected too.
    """
    out = CaseText()
    title = f"{case['id']} {case.get('title', '')}".strip().replace('"', "'")
    out.lines.append(SAID["scenario"].format(title=title))
    as_of = str(case.get("as_of") or WORDS["sources"]["newest"])
    if as_of != WORDS["sources"]["newest"]:
        out.lines.append(SAID["as_of"].format(date=as_of))
    given = case.get("input") or case
    if "choice" in given:
        out.lines.append(SAID["choice"].format(**given["choice"]))
    objects = given.get("objects") or []
    out.lines += [_given(o) for o in objects]
    position = 0
    for effect in given.get("effects") or []:
        what = _effect(effect, form, objects)
        if what is not None:
            position += 1
            out.lines.append(_when(what, effect, position, objects))
            position = effect.get("ts", position)
    _questions(case, out, order=order)
    return out


def _given(declared: dict[str, Any]) -> str:
    words = WORDS["attributes"]
    line = str(declared.get("line", declared.get("types", "")) or "")
    parts = [line]
    zone = declared.get("zone")
    parts.append(WORDS["zones"].get(zone, f"in {zone}") if zone else "")
    controller = declared.get("controller") or words["default_controller"]
    if controller != words["default_controller"]:
        parts.append(words["controller"].format(controller))
    parts.append(words["token"] if declared.get("token") else "")
    text = ", ".join([line, *(p for p in parts[1:] if p)])
    return str(SAID["given"]).format(name=quoted(declared["name"]), line=text).rstrip()


# --- effects --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _What:
    """An effect's clause or exact form, and the objects and chosen names that it must be told."""

    words: str
    affecting: tuple[str, ...] = ()
    choosing: tuple[str, ...] = ()


def _effect(effect: dict[str, Any], form: str, objects: list[dict[str, Any]]) -> _What | None:
    ops, text = effect.get("ops"), effect.get("text")
    if text and (form == "wording" or ops is None):
        return _wording(str(text), effect, [str(o["name"]) for o in objects])
    if not ops:
        layer = WORDS["layers"].get(str(effect.get("layer")))
        return _What(f"{{ {layer} }} on {_filter(effect)}") if layer else None
    exceptions = WORDS["exceptions"]
    rest = list(ops)
    if len(rest) > 1 and rest[0][0] in exceptions:
        joined = _op(rest[0]) + exceptions[rest[0][0]] + ", ".join(map(_op, rest[1:]))
    else:
        joined = "; ".join(map(_op, rest))
    return _What(f"{{ {joined} }} on {_filter(effect)}")


def _op(op: list[Any]) -> str:
    name, *arguments = op
    texts = [", ".join(a) if isinstance(a, list) else str(a) for a in arguments]
    if name not in WORDS["ops"]:
        raise KeyError(f"op {name!r} is not in case_words.toml")
    return str(WORDS["ops"][name]).format(*texts)


def _filter(effect: dict[str, Any]) -> str:
    affects = effect.get("affects") or {}
    if "objects" in affects:
        return ", ".join(map(quoted, affects["objects"]))
    parts = []
    for word in WORDS["filters"]:
        value = affects.get(word["key"])
        if value is None or value is False:
            continue
        if "flag" in word:
            parts.append(word["flag"])
        elif "one" in word:
            parts.append(word["one"].format(value))
        elif "each" in word:
            parts += [word["each"].format(v) for v in value]
        else:
            parts.append("(" + " or ".join(word["some"].format(v) for v in value) + ")")
    return " and ".join(parts)


def _wording(text: str, effect: dict[str, Any], names: list[str]) -> _What:
    words = WORDS["clauses"]
    affects = effect.get("affects")
    told = tuple((affects or {}).get("objects", ()))
    if affects is None and len(names) == 1 and re.search(words["needs_object"], text):
        told = (names[0],)
    for name in sorted(names, key=len, reverse=True):
        pattern = words["named_before"] + re.escape(name) + words["named_after"]
        text = re.sub(pattern, lambda m, n=name: m[1] + quoted(n), text)  # type: ignore[misc]
    spoken = any(text.startswith(quoted(name)) for name in told)
    unsaid = tuple(n for n in (affects or {}).get("named", ()) if n not in text)
    return _What(text, () if spoken else told, unsaid)


def _when(what: _What, effect: dict[str, Any], position: int, objects: Iterable[Any]) -> str:
    words, modifiers = WORDS["modifiers"], []
    if what.affecting:
        modifiers.append(words["affecting"].format(", ".join(map(quoted, what.affecting))))
    if what.choosing:
        modifiers.append(words["choosing"].format(", ".join(map(quoted, what.choosing))))
    source = (effect.get("from") or {}).get(WORDS["sources"]["static"]) or effect.get("source")
    if source:
        modifiers.append(words["from"].format(quoted(source)))
    controller = _controller(effect)
    declared = source in [o["name"] for o in objects]
    if controller != WORDS["attributes"]["default_controller"] and not declared:
        modifiers.append(words["by"].format(controller))
    if effect.get("cda"):
        modifiers.append(words["defining"])
    if effect.get("ts", position) != position:
        modifiers.append(words["at"].format(effect["ts"]))
    return str(SAID["when"]).format(what=what.words, modifiers="".join(f" {m}" for m in modifiers))


def _controller(effect: dict[str, Any]) -> str:
    """The effect's controller: as stated, or by the filter's player and whose it is in the words."""
    default = str(WORDS["attributes"]["default_controller"])
    player = (effect.get("affects") or {}).get("controller")
    text, words = str(effect.get("text", "")), WORDS["clauses"]["controller"]
    if effect.get("controller") or not player:
        return str(effect.get("controller") or default)
    if re.search(words["same"], text):
        return str(player)
    if re.search(words["other"], text):
        return default if player != default else "B"
    return default


# --- questions ------------------------------------------------------------------------------------


def _questions(case: dict[str, Any], out: CaseText, *, order: bool) -> None:
    expect = case.get("expect") or {}
    if expect.get("status") == EXPECT["refused"]:
        out.ask(SAID["error"].format(code=expect["code"]), Asked("error", "code", expect["code"]))
        return
    out.noted = expect.get("status") == EXPECT["noted"]
    for question in case.get("ask") or []:
        if "expect" in question:
            _ask(question, out)
    for name, line in {**(expect.get("line") or {}), **(case.get("final_lines") or {})}.items():
        words = SAID["types"] if line else SAID["no_types"]
        out.ask(words.format(object=quoted(name), line=line), Asked(name, "types", line or "none"))
    numbers = case.get("application_order")
    if order and numbers:
        listed = ", ".join(map(str, numbers))
        out.ask(SAID["order"].format(numbers=listed), Asked("order", "timestamps", listed))


def _ask(question: dict[str, Any], out: CaseText) -> None:
    name, has, expected = quoted(question["object"]), str(question["has"]), question["expect"]
    row, found = next(
        (row, found) for row in WORDS["questions"] if (found := re.search(row["has"], has))
    )
    filled = {k: found.expand(v).format(object=name) for k, v in row.items() if k != "has"}
    if isinstance(expected, str) and expected in EXPECT["undetermined"]:
        word = filled.get("word", has)
        line, answer = SAID["undetermined"].format(object=name, word=word), "undetermined"
    else:
        answer = "yes" if expected else "no"
        way = "is" if expected else "is_not"
        if "atom" in filled:
            line = SAID["atom" if expected else "not_atom"].format(atom=filled["atom"])
        elif "word" in filled:
            line = SAID[way].format(object=name, word=filled["word"])
        else:
            line = filled[way]
    out.ask(line, Asked(question["object"], has, answer))
