"""Rules and terms as text and data for a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...kb.documents import RuleText
from ...kb.knowledge import Knowledge
from ...kb.lexicon import Term
from ...kb.logic.shared import names_rule
from ...kb.logic.syntax import Rule, show_body
from .readings import readings_of

WORDS = {
    "en": {
        "logic": "logic", "uses": "uses", "used by": "used by", "part of": "part of", "cites": "refers to",
        "since": "in the rules since", "until": "until", "at": "stands in", "history": "history",
        "renamed": "renamed to", "kind": "kind", "category": "is a", "cited": "referred to by",
        "listed": "listed in", "used": "used by", "not now": "not in the rules of the date",
        "readings": "other readings", "kind of statement": "kind", "authority": "rests on", "trust": "trust",
        "stated": "stated on", "undated": "undated", "edition": "version", "page line": "line of the page",
        "remark": "a remark, binds nobody", "shares": "shares the logic of", "shared by": "also said by",
        "where": "where",
    },
    "ja": {
        "logic": "論理", "uses": "用いる述語", "used by": "これを用いるルール", "part of": "上位のルール", "cites": "参照",
        "since": "収録", "until": "削除", "at": "所在", "history": "経緯",
        "renamed": "改称", "kind": "種類", "category": "分類", "cited": "これを参照するルール",
        "listed": "列挙するルール", "used": "これを用いるもの", "not now": "この時点のルールにはない",
        "readings": "別の解釈", "kind of statement": "種類", "authority": "根拠", "trust": "信頼度",
        "stated": "日付", "undated": "日付なし", "edition": "版", "page line": "ページの行",
        "remark": "参考（拘束力なし）", "shares": "論理を共有するルール", "shared by": "同旨", "where": "条件",
    },
}  # fmt: skip


def _pick(by_language: dict[str, str], lang: str) -> str:
    return by_language.get(lang) or next(iter(by_language.values()), "")


def list_rules(knowledge: Knowledge, lang: str) -> list[tuple[str, str]]:
    """Every numbered rule with its title, without the sub-rules that hold logic."""
    texts = knowledge.documents.rules.values()
    return [(t.name, _pick(t.label, lang)) for t in texts if "-" not in t.name]


def uses(rule: Rule) -> list[str]:
    """Predicates in a rule's premises, sorted."""
    return sorted({lit.atom.predicate for lit in rule.literals})


def concludes(rule: Rule) -> list[str]:
    """Predicates that a rule concludes, sorted."""
    return sorted({head.atom.predicate for head in rule.heads})


def readers(rule: Rule, knowledge: Knowledge) -> list[str]:
    """Names of the rules that have a conclusion of this one among their premises."""
    given = set(concludes(rule))
    rules = knowledge.program.theory.rules
    return [r.name for r in rules if given & set(uses(r)) and r.name != rule.name]


def _family(number: str, knowledge: Knowledge) -> list[RuleText]:
    texts = knowledge.documents.rules
    return [
        t
        for n, t in texts.items()
        if n == number or (names_rule(number, n) and n[len(number)] == "-")
    ]


def rule_lines(number: str, knowledge: Knowledge, lang: str) -> Iterator[str]:
    """A rule and its sub-rules as lines."""
    words, theory = WORDS[lang], knowledge.program.theory
    for text in _family(number, knowledge):
        yield f"{text.name}  {_pick(text.label, lang)}"
        if text.statement:
            yield f"  {_pick(text.statement, lang)}"
        if text.logic:
            yield f"  {words['logic']}: {text.logic}"
            rule = theory.by_name.get(text.name)
            if rule is not None:
                yield f"  {words['uses']}: {', '.join(uses(rule))}"
                yield f"  {words['used by']}: {', '.join(readers(rule, knowledge)) or '-'}"
        yield from (f"  {line}" for line in _standing(text, knowledge, lang))
        for key, value in (
            ("part of", text.part_of),
            ("cites", ", ".join(text.cites)),
            ("cited", ", ".join(_cited_by(text.name, knowledge))),
            ("shares", _listed(shares_of(text.name, knowledge), lang)),
            ("shared by", _listed(shared_by(text.name, knowledge), lang)),
            ("since", text.valid_from),
            ("until", text.valid_to),
            ("history", _pick(text.notes, lang)),
            ("readings", ", ".join(readings_of(text.name, knowledge))),
            ("at", text.place if text.place != "?" else ""),
        ):
            if value:
                yield f"  {words[key]}: {value}"
        if not _valid(text, knowledge):
            yield f"  {words['not now']}"
        yield ""


def _standing(text: RuleText, knowledge: Knowledge, lang: str) -> Iterator[str]:
    """Of what kind a text is, what it rests on and when it was stated.

    A statement has a kind; only of one that has no date the reader is told so.
    """
    words, found = WORDS[lang], knowledge.documents
    authority = found.authorities.get(text.authority)
    if text.kind:
        kind = _pick(found.kinds.get(text.kind, {}), lang) or text.kind
        yield f"{words['kind of statement']}: {kind}"
    if authority and authority.trust is not None:
        most = max(a.trust or 0 for a in found.authorities.values())
        trust = f"{words['trust']} {authority.trust}/{most}"
        yield f"{words['authority']}: {_pick(authority.labels, lang)} ({trust})"
    stated = text.stated_on or (words["undated"] if text.kind else "")
    edition = f"{words['edition']} {text.edition}" if text.edition else ""
    if stated:
        yield f"{words['stated']}: {stated}" + (f" ({edition})" if edition else "")
    if text.page_line:
        yield f"{words['page line']}: {text.page_line}"
    if not text.normative:
        yield words["remark"]


def _valid(text: RuleText, knowledge: Knowledge) -> bool:
    """Whether the rules of the date have a rule and all that it is part of."""
    seen: set[str] = set()
    rule: RuleText | None = text
    while rule is not None and rule.name not in seen:
        seen.add(rule.name)
        if not rule.valid(knowledge.date):
            return False
        rule = knowledge.documents.rules.get(rule.part_of)
    return True


def _cited_by(name: str, knowledge: Knowledge) -> list[str]:
    return [t.name for t in knowledge.documents.rules.values() if name in t.cites]


def shares_of(statement: str, knowledge: Knowledge) -> list[tuple[str, str]]:
    """The rules whose logic a statement shares, each with its condition or ""."""
    return [
        (rule.name, show_body(sharing.where))
        for rule in knowledge.program.theory.rules
        for sharing in rule.shared
        if sharing.statement == statement
    ]


def shared_by(name: str, knowledge: Knowledge) -> list[tuple[str, str]]:
    """The statements that share the logic of a rule, each with its condition or ""."""
    rule = knowledge.program.theory.by_name.get(name)
    return [(s.statement, show_body(s.where)) for s in rule.shared] if rule else []


def _listed(names: list[tuple[str, str]], lang: str) -> str:
    where = WORDS[lang]["where"]
    return ", ".join(f"{name} ({where} {body})" if body else name for name, body in names)


def _shared_json(names: list[tuple[str, str]]) -> list[dict[str, str | None]]:
    return [{"name": name, "where": body or None} for name, body in names]


def rule_json(number: str, knowledge: Knowledge, lang: str) -> list[dict[str, object]]:
    """A rule and its sub-rules as plain data."""
    theory = knowledge.program.theory
    authorities = knowledge.documents.authorities
    found: list[dict[str, object]] = []
    for text in _family(number, knowledge):
        rule = theory.by_name.get(text.name)
        authority = authorities.get(text.authority)
        found.append(
            {
                "name": text.name,
                "kind": text.kind or None,
                "authority": text.authority or None,
                "trust": authority.trust if authority else None,
                "stated_on": text.stated_on or None,
                "edition": text.edition or None,
                "page_line": text.page_line or None,
                "normative": text.normative,
                "label": _pick(text.label, lang),
                "statement": _pick(text.statement, lang),
                "logic": text.logic or None,
                "uses": uses(rule) if rule else [],
                "used_by": readers(rule, knowledge) if rule else [],
                "part_of": text.part_of or None,
                "cites": list(text.cites),
                "cited_by": _cited_by(text.name, knowledge),
                "shares": _shared_json(shares_of(text.name, knowledge)),
                "shared_by": _shared_json(shared_by(text.name, knowledge)),
                "valid_from": text.valid_from or None,
                "valid_to": text.valid_to or None,
                "valid": _valid(text, knowledge),
                "readings": readings_of(text.name, knowledge),
                "place": text.place,
            }
        )
    return found


def terms_overview(knowledge: Knowledge, lang: str) -> list[tuple[str, int]]:
    """Every kind of term with the number of its terms at the date."""
    lexicon = knowledge.lexicon
    counts = Counter(t.kind or t.category for t in lexicon.terms.values() if t.valid(lexicon.date))
    held = set(knowledge.content.categories)
    wanted = [
        k
        for k in sorted(counts)
        if k in held or (k in lexicon.terms and lexicon[k].category == "SubtypeKind")
    ]
    return [(lexicon[k].label(lang) if k in lexicon.terms else k, counts[k]) for k in wanted]


def term_lines(term: Term, knowledge: Knowledge, lang: str) -> Iterator[str]:
    """A term as lines."""
    words, lexicon = WORDS[lang], knowledge.lexicon
    labels = ", ".join(f"{label} ({code})" for code, all_ in term.labels.items() for label in all_)
    yield f"{term.label(lang)}  [{term.id}]"
    yield f"  {labels}"
    kind = lexicon.terms.get(term.kind or "")
    category = lexicon.terms.get(term.category)
    name = kind.label(lang) if kind else category.label(lang) if category else term.category
    yield f"  {words['category']}: {name}"
    listed = (kind or term).listed_in
    if listed:
        yield f"  {words['listed']}: {listed}"
    if kind:
        users = [
            t.label(lang)
            for t in lexicon.terms.values()
            if kind.id in t.uses and t.valid(lexicon.date)
        ]
        yield f"  {words['used']}: {', '.join(users)}"
    if term.valid_from:
        yield f"  {words['since']}: {term.valid_from}"
    if term.valid_to:
        yield f"  {words['until']}: {term.valid_to}"
    if term.successor:
        yield f"  {words['renamed']}: {lexicon[term.successor].label(lang)}"
    if not term.valid(lexicon.date):
        yield f"  {words['not now']}"


def term_json(term: Term, knowledge: Knowledge, lang: str) -> dict[str, object]:
    """A term as plain data."""
    kind = knowledge.lexicon.terms.get(term.kind or "")
    return {
        "id": term.id,
        "label": term.label(lang),
        "labels": {code: list(labels) for code, labels in term.labels.items()},
        "category": term.category,
        "kind": term.kind,
        "listed_in": (kind or term).listed_in or None,
        "valid_from": term.valid_from,
        "valid_to": term.valid_to,
        "renamed_to": term.successor,
        "valid": term.valid(knowledge.lexicon.date),
    }
