"""What came of the orders of effects, as text, Markdown and JSON, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kb.diagnostics import Diagnostic
from ...kb.messages import message
from ..answers.output import error_json, note_text
from ..answers.printing import shown_line
from .decide import Fork
from .orders import Group, Orders

FORMAT_VERSION = 1
WORDS = {
    "en": {
        "tried": "orders tried: {0} of {1}; outcomes: {2}",
        "outcome": "outcome {0}",
        "row": "outcome {0} (orders: {1}; the first: {2})",
        "none": "no effects",
        "always": "in every order",
        "same": "the order makes no difference; every order gives",
        "same so far": "no difference was found; every order that was tried gives",
        "decides": "what decides",
        "decides so far": "what was seen to decide",
        "before": "effect {0} before effect {1}",
        "pairs": "which comes first of effects",
        "pair": "{0} and {1}",
        "last": "the last of these effects",
        "first": "the first of these effects",
        "effect": "effect {0}",
        "rules": "rules",
        "effects": "effects",
        "note": "note",
        "error": "error {0}",
        "undetermined": "undetermined",
        "orders": "orders",
        "such as": "the first",
        "object": "object",
    },
    "ja": {
        "tried": "試した順序: {1}通りのうち{0}通り、結果: {2}通り",
        "outcome": "結果{0}",
        "row": "結果{0}({1}通り、最初は {2})",
        "none": "効果なし",
        "always": "どの順序でも",
        "same": "順序は関係ない。どの順序でも次のとおり",
        "same so far": "違いは見つからなかった。試したどの順序でも次のとおり",
        "decides": "決め手",
        "decides so far": "決め手とわかったもの",
        "before": "効果{0}が効果{1}より先",
        "pairs": "どちらの効果が先か",
        "pair": "{0}と{1}",
        "last": "次の効果のうち最後のもの",
        "first": "次の効果のうち最初のもの",
        "effect": "効果{0}",
        "rules": "ルール",
        "effects": "効果",
        "note": "注",
        "error": "エラー {0}",
        "undetermined": "未決定",
        "orders": "順序",
        "such as": "最初の順序",
        "object": "オブジェクト",
    },
}


def orders_text(found: Orders, lang: str) -> str:
    """The outcomes with an order each, and what decides between them."""
    return "\n".join(_lines(found, lang))


def _lines(found: Orders, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield _tried(found, words)
    one = len(found.groups) == 1
    for number, group in enumerate(found.groups, 1):
        if one:
            yield f"{words['same' if found.complete else 'same so far']}:"
        else:
            yield f"{words['row'].format(number, group.count, _order(group, words))}:"
        yield from (f"  {line}" for line in _shown(group, found, lang, differing=not one))
    same = _same(found, lang)
    if same and not one:
        yield f"{words['always']}:"
        yield from (f"  {line}" for line in same)
    yield from _decision(found, words)
    numbers = rule_numbers(found)
    if numbers:
        yield f"{words['rules']}: {', '.join(numbers)}"
    if found.words:
        yield ""
        yield f"{words['effects']}:"
        yield from (f"  {words['effect'].format(n)}: {said}" for n, said in found.words.items())
    yield from (f"{words['note']}: {note_text(note, lang)}" for note in found.notes)


def _tried(found: Orders, words: dict[str, str]) -> str:
    return words["tried"].format(found.tried, found.possible, len(found.groups))


def _order(group: Group, words: dict[str, str]) -> str:
    return ", ".join(map(str, group.example)) or words["none"]


def _shown(group: Group, found: Orders, lang: str, *, differing: bool) -> list[str]:
    """The type lines of an outcome: of all objects, or of those that other outcomes have otherwise."""
    if group.outcome.error:
        return [WORDS[lang]["error"].format(group.outcome.error)]
    same = _unchanged(found) if differing else set()
    return [
        f"{name}: {_line(ids, found, lang)}"
        for name, ids in group.outcome.lines
        if name not in same
    ]


def _line(ids: Iterable[str] | None, found: Orders, lang: str) -> str:
    assert found.knowledge is not None
    return WORDS[lang]["undetermined"] if ids is None else shown_line(ids, found.knowledge, lang)


def _unchanged(found: Orders) -> set[str]:
    """Names of the objects that have the same types in every outcome."""
    rows = [dict(g.outcome.lines) for g in found.groups if not g.outcome.error]
    return {n for n in rows[0] if all(r[n] == rows[0][n] for r in rows)} if rows else set()


def _same(found: Orders, lang: str) -> list[str]:
    same = _unchanged(found)
    group = next((g for g in found.groups if not g.outcome.error), None)
    lines = group.outcome.lines if group else ()
    return [f"{name}: {_line(ids, found, lang)}" for name, ids in lines if name in same]


def rule_numbers(found: Orders) -> list[str]:
    """Numbers of the rules behind the first order of each outcome."""
    names = (name for group in found.groups for name in group.rules)
    return list(dict.fromkeys(name.partition("-")[0] for name in names))


# --- what decides ---------------------------------------------------------------------------------


def _decision(found: Orders, words: dict[str, str]) -> Iterator[str]:
    decision = found.decision
    if not decision.pairs:
        return
    head = words["decides" if found.complete else "decides so far"]
    if decision.place:
        yield f"{head}: {words[decision.place]}:"
        for effect, number in decision.by_effect:
            yield f"  {words['effect'].format(effect)}: {words['outcome'].format(number)}"
    elif isinstance(decision.tree, Fork):
        yield f"{head}:"
        yield from _tree(decision.tree, words, "  ")
    else:
        yield f"{head}: {words['pairs']}:"
        yield from (f"  {words['pair'].format(*pair)}" for pair in decision.pairs)


def _tree(fork: Fork, words: dict[str, str], indent: str) -> Iterator[str]:
    pair = (fork.first, fork.second)
    for order, rest in ((pair, fork.before), (pair[::-1], fork.after)):
        head = f"{indent}{words['before'].format(*order)}:"
        if isinstance(rest, int):
            yield f"{head} {words['outcome'].format(rest)}"
        else:
            yield head
            yield from _tree(rest, words, indent + "  ")


# --- other forms ----------------------------------------------------------------------------------


def orders_markdown(found: Orders, lang: str) -> str:
    """The outcomes as a table, and what decides as a list."""
    words = WORDS[lang]
    same = _unchanged(found) if len(found.groups) > 1 else set()
    names = [n for n, _ in _first_lines(found) if n not in same]
    parts = [f"### {found.title}"] if found.title else []
    parts.append(_tried(found, words))
    rows = [["", *names, words["orders"], words["such as"]]]
    rows.append(["---"] * len(rows[0]))
    for number, group in enumerate(found.groups, 1):
        lines = dict(group.outcome.lines)
        cells = [
            words["error"].format(group.outcome.error)
            if group.outcome.error
            else _line(lines[n], found, lang)
            for n in names
        ]
        outcome = words["outcome"].format(number)
        rows.append([outcome, *cells, str(group.count), _order(group, words)])
    parts.append("\n".join(f"| {' | '.join(row)} |" for row in rows))
    always = _same(found, lang) if same else []
    if always:
        parts.append("\n".join([f"{words['always']}:", "", *(f"- {line}" for line in always)]))
    head, *rest = [*_decision(found, words), ""]
    if head:
        items = [f"{line[: len(line) - len(line.lstrip()) - 2]}- {line.lstrip()}" for line in rest]
        parts.append("\n".join([head, "", *items[:-1]]))
    numbers = rule_numbers(found)
    parts += [f"{words['rules']}: {', '.join(numbers)}"] if numbers else []
    effects = [f"{n}. {said}" for n, said in found.words.items()]
    if effects:
        parts.append("\n".join([f"{words['effects']}:", "", *effects]))
    parts += [f"> {words['note']}: {note_text(note, lang)}" for note in found.notes]
    return "\n\n".join(parts)


def _first_lines(found: Orders) -> tuple[tuple[str, frozenset[str] | None], ...]:
    return next((g.outcome.lines for g in found.groups if not g.outcome.error), ())


def orders_json(found: Orders, lang: str) -> dict[str, object]:
    """What came out as plain data; outcomes are numbered from 1."""
    decision = found.decision
    outcomes = [
        {
            "number": number,
            "lines": {
                n: None if ids is None else _line(ids, found, lang) for n, ids in g.outcome.lines
            },
            "error": g.outcome.error or None,
            "orders": g.count,
            "example": list(g.example),
            "rules": list(g.rules),
        }
        for number, g in enumerate(found.groups, 1)
    ]
    errors = [error_json(e, lang) for e in found.errors]
    fault = fault_of(found)
    return {
        "format": FORMAT_VERSION,
        "title": found.title,
        "possible": found.possible,
        "tried": found.tried,
        "complete": found.complete,
        "matters": _matters(found),
        "effects": [
            {"number": n, "words": said, "moves": n not in found.fixed}
            for n, said in found.words.items()
        ],
        "outcomes": outcomes,
        "decides": {
            "pairs": [list(pair) for pair in decision.pairs],
            "tree": _tree_json(decision.tree),
            "place": decision.place or None,
            "by_effect": {str(n): number for n, number in decision.by_effect},
        },
        "notes": [note_text(n, lang) for n in found.notes],
        "errors": [*errors, *([error_json(fault, lang)] if fault else [])],
    }


def _matters(found: Orders) -> bool | None:
    """Whether the order matters, `None` where that is not known."""
    if len(found.groups) > 1:
        return True
    return False if found.complete and found.groups else None


def _tree_json(tree: Fork | int | None) -> object:
    if not isinstance(tree, Fork):
        return tree
    return {
        "first": tree.first,
        "second": tree.second,
        "before": _tree_json(tree.before),
        "after": _tree_json(tree.after),
    }


def fault_of(found: Orders) -> Diagnostic | None:
    """Why not every order was tried."""
    if found.complete or found.errors:
        return None
    params = {"tried": found.tried, "possible": found.possible}
    if found.interrupted:
        return Diagnostic("interrupted", params=params, message="orders-stopped")
    return Diagnostic("bound-reached", params=params, message="orders-bound")


def fault_text(found: Orders, lang: str) -> str:
    """The same as a line of text, or ""."""
    fault = fault_of(found)
    return f"{message(fault, lang)} [{fault.code}]" if fault else ""
