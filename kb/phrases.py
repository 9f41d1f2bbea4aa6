"""Phrases of the ontology: the sentences with which a text may say the facts of a predicate.

A template holds fixed words, `(a|b)` one of them, `[x]` words that may be missing, `{1}` the
argument at that position, `{1+}` a list of such arguments, and `{1*}`, in a question, a list of
exactly its values. What a phrase may be used for follows from its predicate; phrases of a functor
name the individuals that it makes. Phrases of two predicates that read the same words are refused.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterable, Mapping

from .diagnostics import Diagnostic
from .knowledge import Phrase
from .logic.syntax import Declaration

TEMPLATE = re.compile(
    r"\{(?P<slot>[\w-]+)(?P<list>[+*]?)\}|\[(?P<maybe>[^\]]*)\]|\((?P<one>[^)]*)\)"
    r"|(?P<text>[^{[(]+)"
)
EVENT, OBJECT, PLAYER, NUMBER = "Event", "Object", "Player", "Number"
SOME, EXACTLY = "+", "*"  # how a slot is marked that takes a list
_MARKS = re.compile(r"[{}\[\]()|]")


def use_of(phrase: Phrase, declaration: Declaration | None) -> str | None:
    """What a phrase is for; `None`: nothing.

    Returns:
        "event", "option", "fact" (also asked), "question", "noun" (an individual), "member" (a
        fact of a member of a list).
    """
    if declaration is None or declaration.engine:
        return None
    if phrase.member:
        stated = declaration.kind in ("rigid", "fluent")
        return "member" if stated and declaration.domains == (OBJECT,) else None
    of_event = declaration.kind == "rigid" and declaration.domains[:1] == (EVENT,)
    if phrase.option:
        return "option" if of_event else None
    if declaration.kind == "term":
        return "noun" if declaration.range else None
    if of_event:
        return "event"
    return {"rigid": "fact", "fluent": "fact", "derived": "question"}.get(declaration.kind)


def use_of_template(template: str, use: str) -> str:
    """What one template of a phrase is for: an exact list can only be asked."""
    return "question" if use == "fact" and exact_slot(template) is not None else use


def exact_slot(template: str) -> int | None:
    """The position of the argument whose values a template lists exactly, if there is one."""
    found = (m["slot"] for m in TEMPLATE.finditer(template) if m["list"] == EXACTLY)
    return next((int(slot) for slot in found if slot.isdecimal()), None)


def named_classes(
    phrases: Iterable[Phrase], declarations: Mapping[str, Declaration]
) -> frozenset[str]:
    """The classes whose individuals phrases of functors name."""
    found = (declarations.get(p.predicate) for p in phrases if not (p.option or p.member))
    return frozenset(d.range for d in found if d is not None and d.kind == "term" and d.range)


def filler(domain: str, categories: Collection[str], named: Collection[str] = ()) -> str:
    """What fills a slot of a domain: the domain itself, or "" for any name or word.

    Args:
        categories: Domains whose members are terms with labels.
        named: Classes whose individuals have phrases.
    """
    known = domain in (OBJECT, PLAYER, NUMBER) or domain in categories or domain in named
    return domain if known else ""


def check_phrases(
    phrases: Iterable[Phrase],
    declarations: Mapping[str, Declaration],
    categories: Collection[str],
) -> list[Diagnostic]:
    """Faults of phrases: `phrase-kind`, `-syntax`, `-slots`, `-list`, `-declares`, `-twice`.

    Args:
        declarations: Declared predicates by name.
        categories: Domains whose members are terms with labels.
    """
    phrases = tuple(phrases)
    named = named_classes(phrases, declarations)
    faults: list[Diagnostic] = []
    known: dict[tuple[str, str], Declaration] = {}
    for phrase in phrases:
        declaration = declarations.get(phrase.predicate)
        use = use_of(phrase, declaration)
        for template in itertools.chain.from_iterable(phrase.forms.values()):
            if declaration is None or use is None:
                faults.append(_fault("phrase-kind", template, phrase.predicate, declaration))
                continue
            code = _misshapen(template, use, declaration.arity)
            if code is None and (phrase.declares or phrase.puts) and use != "fact":
                code = "phrase-declares"
            if code is not None:
                faults.append(_fault(code, template, phrase.predicate, declaration))
                continue
            table = {"fact": "question", "noun": f"noun {declaration.range}"}.get(use, use)
            fillers = [filler(d, categories, named) for d in declaration.domains]
            shapes = _shapes(template, fillers)
            others = (known.setdefault((table, s), declaration) for s in shapes)
            other = next((o for o in others if o.name != declaration.name), None)
            if other is not None:
                more = {"other": other.name, "other_place": str(other.place)}
                faults.append(_fault("phrase-twice", template, phrase.predicate, declaration, more))
    return faults


def _fault(
    code: str,
    template: str,
    predicate: str,
    declaration: Declaration | None,
    more: Mapping[str, object] | None = None,
) -> Diagnostic:
    place = str(declaration.place) if declaration else "?"
    params = {"input": template, "rule": predicate, "place": place, **(more or {})}
    return Diagnostic(code, params=params)


def _misshapen(template: str, use: str, arity: int) -> str | None:
    """The code of what is wrong with a template by itself."""
    items = list(TEMPLATE.finditer(template))
    texts = [m["text"] or "" for m in items]
    whole = "".join(m[0] for m in items) == template
    fixed = any(t.strip() for t in texts) or any(m["one"] for m in items)
    inner = [m["one"] if m["one"] is not None else m["maybe"] or "" for m in items]
    stray = any(map(_MARKS.search, texts)) or any(re.search(r"[{}\[(]", i) for i in inner)
    if not whole or not fixed or stray:
        return "phrase-syntax"
    slots = sorted(m["slot"] for m in items if m["slot"])
    first = 1 if use in ("event", "option", "member") else 0
    if slots != [str(n) for n in range(first, arity)]:
        return "phrase-slots"
    exact = sum(m["list"] == EXACTLY for m in items)
    return "phrase-list" if exact > (use in ("fact", "question")) else None


def _shapes(template: str, fillers: list[str]) -> frozenset[str]:
    """Every reading of a template without blanks, with what fills its slots for the slots."""
    choices = []
    for item in TEMPLATE.finditer(template):
        if item["slot"]:
            choices.append([f"{{{fillers[int(item['slot'])]}}}"])
        elif item["maybe"] is not None:
            choices.append(["", *item["maybe"].split("|")])
        elif item["one"] is not None:
            choices.append(item["one"].split("|"))
        else:
            choices.append([item["text"]])
    readings = ("".join(parts) for parts in itertools.product(*choices))
    return frozenset("".join(reading.casefold().split()) for reading in readings)
