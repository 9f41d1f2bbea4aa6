"""Coverage of a corpus as a page for people who do not program: one file, no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from .coverage import Coverage, GameCoverage
from .coverage_text import by_kind
from .coverage_words import ABOUT, STYLE, WORDS
from .exercised import STATES, Use
from .findings import Finding
from .rulings import Ruled

MOST_LINKS = 5  # rulings that are linked beside a rule


def page(found: Coverage, lang: str) -> str:
    """The whole page."""
    words = WORDS[lang]
    parts = [
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(words['title'])}</title>\n<style>{STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(words['title'])}</h1>\n<p>{escape(words['intro'])}</p>",
        *([f'<p class="stopped">{escape(words["stopped"])}</p>'] if found.stopped else []),
        *_contents(found, lang),
        *(part for game in found.games for part in _game(game, lang)),
        *(_gaps("unread", found.unread, set(), lang) if found.unread else []),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)


def _contents(found: Coverage, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield f"<nav>\n<h2>{escape(words['contents'])}</h2>\n<ul>"
    for game in found.games:
        links = [_link(f"{game.game}-{key}", words[key]) for key in ("rules", "gaps", "rulings")]
        yield f"<li>{_link(game.game, game.game)}: {', '.join(links)}</li>"
    if found.unread:
        yield f"<li>{_link('unread-gaps', words['unread'])}</li>"
    yield "</ul>\n</nav>"


def _link(anchor: str, words: str) -> str:
    return f'<a href="#{escape(anchor, quote=True)}">{escape(words)}</a>'


def _game(game: GameCoverage, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield f'<section id="{escape(game.game)}">\n<h2>{escape(game.game)}</h2>'
    yield from _numbers(game, lang)
    yield f'<h3 id="{escape(game.game)}-rules">{escape(words["rules"])}</h3>'
    yield f"<p>{escape(words['about-rules'])}</p>"
    yield from _rules(game, lang)
    yield from _gaps(game.game, game.findings, {r.ruling.id for r in game.rulings}, lang)
    yield f'<h3 id="{escape(game.game)}-rulings">{escape(words["rulings"])}</h3>'
    for ruled in game.rulings:
        yield from _ruling(game.game, ruled, lang)
    yield "</section>"


def _numbers(game: GameCoverage, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    rows = [(words["rulings"], len(game.rulings)), (words["formalised"], game.formalised)]
    rows += [(words.get(f"status-{s}", s), n) for s, n in game.statuses.items()]
    rows += [(words["rules"], len(game.uses))]
    rows += [(words[state], count) for state, count in game.states.items()]
    yield '<table class="numbers">'
    yield from (f"<tr><th>{escape(name)}</th><td>{count}</td></tr>" for name, count in rows)
    yield "</table>"
    whole = sum(game.states.values())
    if whole:
        yield f'<div class="bar" role="img" aria-label="{escape(_shares(game, lang), quote=True)}">'
        for state, count in game.states.items():
            if count:
                yield f'<span class="{state}" style="width:{100 * count / whole:.2f}%">{count}</span>'
        yield "</div>"


def _shares(game: GameCoverage, lang: str) -> str:
    return ", ".join(f"{WORDS[lang][state]}: {count}" for state, count in game.states.items())


# --- rules ----------------------------------------------------------------------------------------


def _rules(game: GameCoverage, lang: str) -> Iterator[str]:
    words = WORDS[lang]
    heads = (words[key] for key in ("rule", "says", "state", "used-by", "stands"))
    yield "<table>\n<thead><tr>" + "".join(f"<th>{escape(head)}</th>" for head in heads)
    yield "</tr></thead>"
    for number, uses in groupby(game.uses, key=lambda use: use.number):
        own = list(uses)
        best = min((use.state for use in own), key=STATES.index)
        yield f'<tbody class="{best}" id="{_id(game.game, "rule", number)}">'
        yield from (_rule(game.game, use, lang) for use in own)
        yield "</tbody>"
    yield "</table>"


def _rule(game: str, use: Use, lang: str) -> str:
    words = WORDS[lang]
    label = use.label.get(lang) or next(iter(use.label.values()), "")
    past = f" ({words['until'].format(use.valid_to)})" if use.valid_to else ""
    links = [_link(_anchor(game, "ruling", id_), id_) for id_ in use.rulings[:MOST_LINKS]]
    more = len(use.rulings) - len(links)
    shown = ", ".join(links) + (f" {escape(words['more'].format(more))}" if more > 0 else "")
    where = f"{use.place.file}:{use.place.line}"
    return (
        f'<tr class="{use.state}"><td>{escape(use.name)}</td><td>{escape(label + past)}</td>'
        f"<td>{escape(words[use.state])}</td><td>{shown}</td><td><code>{escape(where)}</code></td></tr>"
    )


def _anchor(game: str, kind: str, name: str) -> str:
    return f"{game}-{kind}-{name}"


def _id(game: str, kind: str, name: str) -> str:
    return escape(_anchor(game, kind, name), quote=True)


# --- gaps and rulings -----------------------------------------------------------------------------


def _gaps(game: str, findings: list[Finding], known: set[str], lang: str) -> Iterator[str]:
    words = WORDS[lang]
    yield f'<h3 id="{escape(game)}-gaps">{escape(words["gaps"])}</h3>'
    groups = by_kind(findings)
    if not groups:
        yield f"<p>{escape(words['no-gaps'])}</p>"
        return
    yield "<ul>"
    for kind, found in groups.items():
        title = f"{found[0].title(lang)} ({len(found)})"
        yield f"<li>{_link(_anchor(game, 'gap', kind), title)}</li>"
    yield "</ul>"
    for kind, found in groups.items():
        yield f'<h4 id="{_id(game, "gap", kind)}">{escape(found[0].title(lang))} ({len(found)})</h4>'
        if kind in ABOUT[lang]:
            yield f"<p>{escape(ABOUT[lang][kind])}</p>"
        yield "<ul>"
        yield from (_gap(game, finding, known, lang) for finding in found)
        yield "</ul>"


def _gap(game: str, finding: Finding, known: set[str], lang: str) -> str:
    told, place = escape(finding.message(lang)), finding.place
    where = f" <code>{escape(f'{place.file}:{place.line}')}</code>" if place.file else ""
    link = ""
    if finding.ruling in known:
        link = " " + _link(_anchor(game, "ruling", finding.ruling), WORDS[lang]["see"])
    return f'<li class="{finding.level}">{told}{link}{where}</li>'


def _ruling(game: str, ruled: Ruled, lang: str) -> Iterator[str]:
    words, head = WORDS[lang], ruled.ruling
    question, answer = (
        told.get(lang) or next(iter(told.values()), "") for told in (head.question, head.answer)
    )
    yield f'<article id="{_id(game, "ruling", head.id)}">\n<h4>{escape(head.id)}</h4>'
    title = ruled.scenario.title
    yield f"<p><b>{escape(words['question'])}</b> {escape(question or title)}</p>"
    yield f"<p><b>{escape(words['answer'])}</b> {escape(answer or words['nothing'])}</p>"
    rows = [
        (words["source"], "; ".join(head.sources)),
        (words["dated"], head.dated),
        (words["status"], words.get(f"status-{head.status}", head.status)),
        (words["cites"], ", ".join(ruled.scenario.cites)),
    ]
    shown = [f"{escape(name)}: {escape(told)}" for name, told in rows if told]
    if not head.formalised:
        shown.append(escape(words["not-formalised"]))
    yield f'<p class="small">{" · ".join(shown)}</p>\n</article>'
