"""Reports as text and as JSON, in one language; the same for every command."""

from __future__ import annotations

from collections.abc import Iterator

from ...kb.diagnostics import Diagnostic
from ...kb.logic.syntax import Atom, Value
from ...kb.messages import message
from ...kb.proof.nodes import Fact
from ...kb.proof.render import Renderer
from ...kb.proof.words import QUOTES, Speaker
from ...kb.visible import visible
from ..syntax import Note, Show
from .answer import Answer
from .case import Case
from .printing import line_of, shown_line
from .report import Report

FORMAT_VERSION = 1
VERDICTS = {
    "en": {"yes": "yes", "no": "no", "undetermined": "undetermined"},
    "ja": {"yes": "はい", "no": "いいえ", "undetermined": "未決定"},
}
HEADS = {
    "en": {
        "effects": "effects", "rules": "rules", "note": "note", "depends": "it depends on", "whether": "whether {0}",
        "order": "order of application", "failed": "FAIL", "passed": "pass", "got": "got", "count": "{0} passed, {1} failed",
        "cites": "no proof cites", "expected": "expected", "scenario": "scenario",
        "without-effect": "without {0}", "without-rule": "without rule {0}",
        "other-order": "with the timestamps of {0} and {1} exchanged",
        "without-type": "if {0} were not printed as {1}", "flip": "the answer turns",
        "no flip": "no change of one or two facts, rules or timestamps turns the answer", "and": " and ",
        "yes outcome": "an outcome in which it holds", "no outcome": "an outcome in which it does not hold",
        "in full": "in full",
    },
    "ja": {
        "effects": "効果", "rules": "ルール", "note": "注", "depends": "次によって決まる", "whether": "{0}かどうか",
        "order": "適用順", "count": "一致{0}件、不一致{1}件",
        "failed": "不一致", "passed": "一致", "got": "結果",
        "cites": "証明が引いていないルール", "expected": "期待", "scenario": "場面",
        "without-effect": "{0}がない", "without-rule": "ルール{0}がない",
        "other-order": "{0}と{1}のタイムスタンプを入れ替える",
        "without-type": "{0}のタイプ行に「{1}」がない", "flip": "次の場合に答えが変わる",
        "no flip": "一つか二つの事実・ルール・順序の変更では答えは変わらない", "and": "、かつ",
        "yes outcome": "成り立つ結果", "no outcome": "成り立たない結果",
        "in full": "詳細",
    },
}  # fmt: skip


def verdict(answer: Answer, lang: str) -> str:
    """The verdict in a language."""
    return VERDICTS[lang][answer.verdict]


def _headline(answer: Answer, lang: str) -> str:
    """The verdict with what was asked; for `why order` the order."""
    asked, said = answer.question, verdict(answer, lang)
    if answer.verb == "why-order":
        asked = f"{HEADS[lang]['order']}: {asked.removeprefix('order').strip()}"
        return asked.rstrip(": ") if answer.verdict == "yes" else f"{said}: {HEADS[lang]['order']}"
    return f"{said}: {asked}" if asked else said


def report_text(
    report: Report, lang: str = "en", depth: int | None = None, proofs: bool = True
) -> str:
    """A report's answers with their proofs, its effects, notes and rules."""
    return "\n".join(_lines(report, lang, depth, proofs))


def _open(what: Value | Atom, speaker: Speaker) -> str:
    """What an answer hangs on: an event or a cap by name, a choice as a question."""
    if not isinstance(what, Atom):
        return speaker.value(what)
    return HEADS[speaker.lang]["whether"].format(speaker.fact(Fact(what.predicate, what.args)))


def _lines(report: Report, lang: str, depth: int | None, proofs: bool) -> Iterator[str]:
    heads = HEADS[lang]
    case = report.case
    for answer in report.answers:
        yield _headline(answer, lang)
        if answer.verb == "find" and case:
            speaker = case.speaker(lang)
            yield from ("  " + visible(", ".join(map(speaker.value, row))) for row in answer.rows)
        if answer.verb == "flip" and case:
            yield from _flip_lines(answer, case, lang)
        if answer.depends and case:
            mark = "; " if isinstance(answer.depends[0], Atom) else ", "
            names = mark.join(_open(d, case.speaker(lang)) for d in answer.depends)
            yield f"  {heads['depends']}: {names}"
        if proofs and case:
            renderer = Renderer(case.run, case.speaker(lang), depth)
            if answer.ordered:
                yield from ("  " + line for line in _steps(case, lang))
                yield from [f"  {heads['in full']}:"] if _in_full(answer, depth) else []
            for number, proof in enumerate(answer.proofs if _in_full(answer, depth) else ()):
                if answer.verdict == "undetermined" and not answer.ordered:
                    yield f"  {heads['yes outcome' if number < answer.held else 'no outcome']}:"
                yield from ("  " + line for line in renderer.lines(proof))
            numbers = [renderer.number(r) for r in answer.rules]
            if numbers:
                yield f"  {heads['rules']}: {', '.join(dict.fromkeys(numbers))}"
        yield ""
    if case:
        yield from (lines_text(report, lang, show) for show in _shows(report))
    numbered = case.meaning.numbered if case else {}
    if case and numbered:
        yield f"{heads['effects']}:"
        yield from (f"  {line}" for line in _effects(case, lang))
    for note in report.notes:
        yield f"{heads['note']}: {note_text(note, lang)}"


def _steps(case: Case, lang: str) -> list[str]:
    """Why the effects were applied in their order, a line a step."""
    from .order_steps import step_lines

    return step_lines(case, lang)


def _in_full(answer: Answer, depth: int | None) -> bool:
    """Whether proofs are told: with depth 0 the steps of an order stand for them."""
    return bool(answer.proofs) and not (answer.ordered and depth == 0)


def _effects(case: Case, lang: str) -> Iterator[str]:
    """The effects by number, with their sources and their words."""
    for name, words in case.meaning.numbered.items():
        label, source = case.speaker(lang).value(name), case.meaning.sources.get(name, "")
        if source and not words.startswith(f"{source}: "):
            label = f"{label} ({QUOTES[lang].format(source)})"
        yield f"{label}: {words}"


def report_markdown(
    report: Report, lang: str, depth: int | None = None, proofs: bool = True
) -> str:
    """A report as Markdown: a heading a question, its proof as a nested list."""
    heads, case = HEADS[lang], report.case
    parts = []
    for answer in report.answers:
        parts.append(f"### {_headline(answer, lang)}")
        if proofs and case:
            if answer.ordered:
                parts.append("\n".join(_steps(case, lang)))
                parts += [f"{heads['in full']}:"] if _in_full(answer, depth) else []
            renderer = Renderer(case.run, case.speaker(lang), depth)
            if _in_full(answer, depth):
                parts += [renderer.markdown(p) for p in answer.proofs]
            numbers = dict.fromkeys(renderer.number(r) for r in answer.rules)
            parts += [f"{heads['rules']}: {', '.join(numbers)}"] if numbers else []
    if case and case.meaning.numbered and any(a.ordered for a in report.answers):
        parts.append(f"{heads['effects']}:")
        parts.append("\n".join(f"- {line}" for line in _effects(case, lang)))
    parts += [f"> {heads['note']}: {note_text(note, lang)}" for note in report.notes]
    return "\n\n".join(parts)


def show_text(report: Report, lang: str, timeline: bool = False) -> str:
    """Type lines, the order of application, notes, and on demand the timeline."""
    heads = HEADS[lang]
    asked: list[Show | None] = [*_shows(report)] or [None]
    lines = [lines_text(report, lang, show) for show in asked]
    if len(report.order) > 1:
        lines.append(f"{heads['order']}: {', '.join(map(str, report.order))}")
    if timeline and report.case is not None:
        from ..pictures.timeline_text import timeline_lines

        lines += timeline_lines(report.case, lang, report.title)
    lines += [f"{heads['note']}: {note_text(note, lang)}" for note in report.notes]
    return "\n".join(lines)


def check_lines(report: Report, name: str, lang: str, verbose: bool) -> Iterator[str]:
    """A report as `check` prints it: pass or FAIL with its mismatches and the rules cited."""
    heads = HEADS[lang]
    title = report.name or name
    numbers = dict.fromkeys(r.partition("-")[0] for a in report.answers for r in a.rules)
    cited = f" [{', '.join(numbers)}]" if numbers else ""
    yield f"{heads['passed' if report.passed else 'failed']} {title}{cited}"
    for answer in report.answers:
        failed = answer.expected is False
        if failed:
            got = VERDICTS[lang].get(answer.got, answer.got)
            yield f"  {heads['expected']} {answer.question}; {heads['got']} {got}"
        elif verbose:
            yield f"  {verdict(answer, lang)}: {answer.question}"
        if (failed or verbose) and answer.rules:
            yield f"    {heads['rules']}: {', '.join(answer.rules)}"
    for number in report.cites_missing:
        yield f"  {heads['cites']} {number}"


def _flip_lines(answer: Answer, case: Case, lang: str) -> Iterator[str]:
    heads, speaker = HEADS[lang], case.speaker(lang)
    if not answer.flips:
        yield f"  {heads['no flip']}"
        return
    yield f"  {heads['flip']}:"
    for option in answer.flips:
        words = [heads[c.kind].format(*map(speaker.value, c.args)) for c in option]
        yield f"  - {heads['and'].join(words)}"


def lines_text(report: Report, lang: str, show: Show | None = None) -> str:
    """Type lines, one object a line: of all objects at the end, or what a `show` asks for."""
    case = report.case
    assert case is not None
    leaves = case.leaves(show.after_step if show else None)
    shown = []
    for name in case.meaning.objects:
        if show is None or show.object in (None, name):
            found = {case.types(name, leaf) for leaf in leaves}
            open_ = VERDICTS[lang]["undetermined"]
            line = shown_line(found.pop(), case.knowledge, lang) if len(found) == 1 else open_
            shown.append(f"{name}: {line}")
    return "\n".join(shown)


def _shows(report: Report) -> list[Show]:
    """The `show` statements of a scenario."""
    statements = report.scenario.statements if report.scenario else ()
    return [s for s in statements if isinstance(s, Show)]


def note_text(note: Note, lang: str) -> str:
    """A note as a sentence."""
    if note.key == "concluded":
        words = note.params["words"]
        assert isinstance(words, dict)
        return f"{words[lang]} [{note.params['rule']}]"
    return message(Diagnostic(note.key, params=note.params), lang)


def report_json(report: Report, lang: str = "en", proofs: bool = True) -> dict[str, object]:
    """A report as plain data; its shape is `answer.schema.json`."""
    case = report.case
    renderer = Renderer(case.run, case.speaker(lang)) if case else None
    answers = []
    for answer in report.answers:
        item: dict[str, object] = {
            "question": answer.question,
            "verb": answer.verb,
            "verdict": answer.verdict,
            "rules": list(answer.rules),
            "depends": [str(d) for d in answer.depends],
        }
        item |= _subject(answer, report)
        if answer.verb == "find":
            item["rows"] = [list(row) for row in answer.rows]
        if answer.verb == "flip":
            item["flips"] = [
                [{"kind": c.kind, "args": list(c.args)} for c in o] for o in answer.flips
            ]
        if answer.expected is not None:
            item |= {"expected": answer.expected, "got": answer.got}
        if answer.ordered and case:
            from .order_steps import order_steps, step_data

            item["steps"] = [step_data(s) for s in order_steps(case, lang)]
        item["proof"] = [renderer.data(p) for p in answer.proofs] if renderer and proofs else []
        answers.append(item)
    verdicts = [a["verdict"] for a in answers]
    knowledge = case.knowledge if case else None
    return {
        "format": FORMAT_VERSION,
        "title": report.title,
        "verdict": verdicts[0] if len(set(map(str, verdicts))) == 1 else None,
        "answers": answers,
        "lines": {n: line_of(ids, knowledge, lang) for n, ids in report.lines.items()}
        if knowledge
        else {},
        "order": report.order,
        "notes": [note_text(n, lang) for n in report.notes],
        "proof": [p for a in answers for p in a["proof"]],  # type: ignore[attr-defined]
        "errors": [error_json(e, lang) for e in report.errors],
        "passed": report.passed,
    }


def _subject(answer: Answer, report: Report) -> dict[str, object]:
    return {"object": answer.subject or None, "has": answer.has or None}


def error_json(error: Diagnostic, lang: str) -> dict[str, object]:
    """An error as plain data."""
    return {
        "code": error.code,
        "message": message(error, lang),
        "start": error.start,
        "end": error.end,
        "hint": error.hint,
        "rule": error.rule,
    }
