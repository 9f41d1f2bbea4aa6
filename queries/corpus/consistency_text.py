"""Conflicts and repairs in words, and as data for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...kb.consistency.tensions import Tension
from ...kb.knowledge import Knowledge
from ...kb.proof.nodes import Fact
from ...kb.proof.words import Speaker
from .consistency import Conflict, Judged
from .rulings import Corpus

WORDS = {
    "en": {
        "board": "board: {0}", "rulings": "rulings", "sound": "nothing contradicts anything",
        "conflict": "conflict {0}: {1} cannot hold together",
        "alone": "conflict {0}: {1} contradicts what is given", "and": " and ", ",": ", ",
        "trust": "trust {0}: {1}", "undated": "undated", "bridge": "a bridge that nobody stated",
        "given": "given", "so": "so", "not": "but", "on": "shown by", "steps": "what follows",
        "repairs": "repairs, best first", "give up": "give up {0}", "keeps": "keeps every official answer",
        "loses": "gives up official answers: {0}", "hard": "what may not be given up contradicts itself",
        "incomplete": "the search was cut short: there may be more",
        "count": "{0} conflict sets, {1} repairs", "certain": "certain",
        "tensions": "known tensions, and what each is:", "reading": "; see the reading {0}",
        "not so": " (the conflict sets found here do not confirm it)",
        "kind-contradiction": "contradiction", "kind-typing": "question of kinds", "kind-undated": "missing date",
        "kind-ambiguity": "ambiguity", "kind-discrepancy": "discrepancy",
    },
    "ja": {
        "board": "盤面: {0}", "rulings": "裁定", "sound": "矛盾するものはない",
        "conflict": "矛盾{0}: {1}は両立しない",
        "alone": "矛盾{0}: {1}は前提と食い違う", "and": "と", ",": "、",
        "trust": "信頼度{0}: {1}", "undated": "日付なし", "bridge": "誰も述べていない橋渡し",
        "given": "前提", "so": "よって", "not": "しかし", "on": "これを示す盤面", "steps": "導かれること",
        "repairs": "修復（良いものから）", "give up": "{0}を捨てる", "keeps": "公式の回答はすべて残る",
        "loses": "捨てる公式の回答: {0}", "hard": "捨てられないものどうしが矛盾している",
        "incomplete": "探索は打ち切られた。他にもあるかもしれない",
        "count": "矛盾{0}組、修復{1}通り", "certain": "確実",
        "tensions": "知られている緊張関係とその正体:", "reading": "（解釈 {0} を参照）",
        "not so": "（ここで見つかった矛盾はこれを裏づけない）",
        "kind-contradiction": "矛盾", "kind-typing": "種類の問題", "kind-undated": "日付の欠落",
        "kind-ambiguity": "曖昧さ", "kind-discrepancy": "文章の相違",
    },
}  # fmt: skip
MAX_TOLD = 10


def judged_lines(
    judged: Judged, knowledge: Knowledge, corpus: Corpus, firm: int, lang: str
) -> Iterator[str]:
    """A board's conflicts, each with both sides and the way to it, and its repairs."""
    words = WORDS[lang]
    yield words["board"].format(judged.board.title or words["rulings"])
    if not judged.conflicts:
        yield f"  {words['sound']}"
    for number, conflict in enumerate(judged.conflicts, 1):
        yield from _conflict(number, conflict, judged, knowledge, corpus, lang)
    if judged.repairs:
        yield f"  {words['repairs']}:"
    for number, repair in enumerate(judged.repairs[:MAX_TOLD], 1):
        firm_ones = [n for n in repair if judged.claims[n].trust >= firm]
        kept = words["loses"].format(", ".join(firm_ones)) if firm_ones else words["keeps"]
        given_up = words["give up"].format(words[","].join(repair))
        yield f"    {number}. {given_up} ({kept})"
    if len(judged.repairs) > MAX_TOLD:
        yield f"    … {len(judged.repairs)}"
    yield "  " + words["count"].format(len(judged.conflicts), len(judged.repairs))
    if not judged.complete:
        yield f"  {words['incomplete']}"


def _conflict(
    number: int,
    conflict: Conflict,
    judged: Judged,
    knowledge: Knowledge,
    corpus: Corpus,
    lang: str,
) -> Iterator[str]:
    words, speaker = WORDS[lang], judged.board.speaker(knowledge, lang)
    if not conflict.claims:
        yield f"  {words['hard']}"
    else:
        key = "conflict" if len(conflict.claims) > 1 else "alone"
        yield "  " + words[key].format(number, words["and"].join(conflict.claims))
    for name in conflict.claims:
        for statement in judged.claims[name].statements:
            yield f"    {statement}: {said(statement, knowledge, corpus, lang)}"
            yield f"      {_standing(name, judged, knowledge, lang)}"
    shown = words[","].join(_fact(f.predicate, f.args, speaker) for f in conflict.facts)
    yield f"    {words['on']}: {shown}"
    yield f"    {words['steps']}:"
    for step in conflict.steps:
        if step.claim:
            fact = speaker.fact(Fact(step.atom.predicate, step.atom.args, negated=step.negated))
            mark = words["not"] if step is conflict.steps[-1] else words["so"]
            yield f"      {mark} {fact} [{step.claim}]"


def _standing(name: str, judged: Judged, knowledge: Knowledge, lang: str) -> str:
    words, claim = WORDS[lang], judged.claims[name]
    if claim.bridge:
        return words["bridge"]
    labels = {a.trust: a.labels for a in knowledge.documents.authorities.values() if a.trust}
    label = labels.get(claim.trust, {}).get(lang, "")
    return words["trust"].format(claim.trust, label) + f", {claim.date or words['undated']}"


def _fact(predicate: str, args: tuple[object, ...], speaker: Speaker) -> str:
    return speaker.fact(Fact(predicate, args))  # type: ignore[arg-type]


def said(name: str, knowledge: Knowledge, corpus: Corpus, lang: str) -> str:
    """What a statement or a ruling says in words."""
    text = knowledge.documents.rules.get(name)
    if text is not None:
        return text.statement.get(lang) or next(iter(text.statement.values()), "")
    id_, _, number = name.partition("#")
    ruled = corpus.rulings.get(id_)
    if ruled is None:
        return ""
    ruling = ruled.ruling
    if number:
        reasons = [r for r in ruling.reasons if r.logic]
        return reasons[int(number) - 1].words
    return ruling.answer.get(lang) or next(iter(ruling.answer.values()), ruled.scenario.title)


def tension_lines(tensions: Iterable[tuple[Tension, bool]], lang: str) -> Iterator[str]:
    """Known tensions, a line each: what it is, between which statements, what it is about."""
    words = WORDS[lang]
    for number, (tension, agrees) in enumerate(tensions):
        if not number:
            yield words["tensions"]
        between = words[","].join(tension.statements)
        told = tension.labels.get(lang) or next(iter(tension.labels.values()), "")
        rest = words["reading"].format(tension.reading) if tension.reading else ""
        rest += "" if agrees else words["not so"]
        yield f"  {tension.id} {words[f'kind-{tension.kind}']} ({between}): {told}{rest}"


def judged_data(boards: Iterable[Judged], knowledge: Knowledge) -> dict[str, object]:
    """Boards as JSON: the chief one at the top, all of them under `boards`."""
    found = [_data(judged) for judged in boards]
    chief = found[0] if found else {"conflict_sets": [], "repairs": []}
    return {
        "game": knowledge.game,
        "complete": all(board["complete"] for board in found),
        "conflict_sets": chief["conflict_sets"],
        "repairs": chief["repairs"],
        "boards": found,
    }


def _data(judged: Judged) -> dict[str, object]:
    return {
        "board": judged.board.title,
        "complete": judged.complete,
        "conflict_sets": [list(c.claims) for c in judged.conflicts],
        "repairs": [list(r) for r in judged.repairs],
        "explained": [
            {
                "claims": list(c.claims),
                "bridges": list(c.bridges),
                "facts": [str(f) for f in c.facts],
                "steps": [
                    {
                        "claim": s.claim,
                        "holds": not s.negated,
                        "fact": str(s.atom),
                        "from": [str(p) for p in s.premises],
                    }
                    for s in c.steps
                    if s.claim
                ],
            }
            for c in judged.conflicts
        ],
    }
