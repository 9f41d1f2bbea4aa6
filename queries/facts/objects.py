"""What declared objects state: their type lines, the facts of their cards, and their keywords."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...kb.diagnostics import Diagnostic, DiagnosticError
from ...kb.documents import Card
from ...kb.lexicon import fold
from ...kb.logic.syntax import Atom, Head
from ...kb.messages import LANGUAGES, message
from ...kb.proof.words import quoted
from ...kb.typelines.reading import TypeLine, read_type_line
from ..language.collected import Collected
from ..syntax import Given, Note
from .cards import KEYWORD
from .filters import OBJECT


def object_facts(c: Collected, given: Given) -> None:
    """States what a `given` says of the objects that it declares."""
    line_text, keywords = given.type_line, given.abilities
    card: Card | None = None
    facts: tuple[Atom, ...] = ()
    token = False
    names = {n: given.named or n for n in given.names}
    if line_text is None:
        card_name = given.card or given.names[0]
        try:
            card = c.knowledge.card(card_name)
        except DiagnosticError as error:
            c.faults += [
                replace(d, start=given.span.start, end=given.span.end) for d in error.diagnostics
            ]
            for name, printed in names.items():  # so that it is not told of as missing, too
                c.declare(name, printed, given)
            return
        if card is None:
            near = c.knowledge.nearest_card(card_name)
            c.fault("unknown-card", given.span, card_name, near)
            return
        line_text, keywords = card.type_line, (*keywords, *card.keywords)
        facts, token = card.facts, card.token
        if card.remark:
            c.notes.append(Note("card-remark", {"input": card_name, "remark": card.remark}))
        names = {n: card_name for n in given.names}
        defining = [e for e in card.effects if e.generated_by == "defining"]
        c.keyword_effects += [(e, n, given.span) for n in names for e in defining]
        if len(defining) < len(card.effects):
            c.idle_cards.update(dict.fromkeys(names, card_name))
    line = _line(c, line_text, given, card)
    for name, printed in names.items():
        c.declare(name, printed, given)
        if given.token or token:
            c.add("Token", name)
        for term in line.ids if line else ():
            category = c.lexicon[term].category
            c.add(c.knowledge.content.categories[category].printed, name, term)
            c.mentioned.add(term)
        _set_aside(c, name, facts)
        for fact in facts:
            c.add(fact.predicate, name, *fact.args)
            c.mention(a for a in fact.args if isinstance(a, str))
        for keyword in keywords:
            _keyword(c, keyword, name, given)


def _set_aside(c: Collected, name: str, facts: Iterable[Atom]) -> None:
    """Notes what a card does that no rule works out."""
    sentences = c.knowledge.sentences
    for fact in facts:
        told = sentences.get(fact.predicate)
        if told is not None and told.aside:
            words = {
                lang: says.format(quoted(name, lang), *fact.args)
                for lang, says in told.says.items()
            }
            c.notes.append(Note("card-aside", {"words": words}))


def _line(c: Collected, text: str, given: Given, card: Card | None) -> TypeLine | None:
    """What a type line says; faults of one that is printed on a card stand where the card is named."""
    try:
        line = read_type_line(text, c.lexicon)
    except DiagnosticError as error:
        if card is None:
            c.faults += [d.shifted(given.type_line_span.start) for d in error.diagnostics]
        else:
            c.faults += [_printed(d, text, given, card) for d in error.diagnostics]
        return None
    printed = card is not None and card.source  # a class word stands there as cards have it
    told = (d for d in line.notes if not (printed and d.code == "class-word"))
    c.notes += [Note(d.message or d.code, dict(d.params)) for d in told]
    c.lines[text] = line
    return line


def _printed(fault: Diagnostic, line: str, given: Given, card: Card) -> Diagnostic:
    """A fault in the type line that is printed on a card."""
    params = {
        "input": given.card or given.names[0],
        "line": line,
        "source": card.source,
        "reason": {lang: message(fault, lang) for lang in LANGUAGES},
    }
    said = "imported-line" if card.source else "printed-line"
    return Diagnostic(
        fault.code, given.span.start, given.span.end, params, rule=fault.rule, message=said
    )


def _keyword(c: Collected, keyword: str, name: str, given: Given) -> None:
    form = c.knowledge.documents.keywords.get(fold(keyword))
    if form is None and _restriction(c, keyword, name, given):
        return
    if form is None or form.restricts:
        c.notes.append(Note("ability-set-aside", {"input": keyword, "object": name}))
        return
    if not form.exact_form:
        for predicate in form.marks:
            c.add(predicate, name)
        return
    if form.generated_by == "defining":
        form = replace(form, generated_by=KEYWORD)
    c.keyword_effects.append((form, name, given.span))


def _restriction(c: Collected, keyword: str, name: str, given: Given) -> bool:
    """States an ability that names objects, such as those that its own object may be put onto."""
    key, known = fold(keyword), c.knowledge.documents.keywords
    word = next((k for k, f in known.items() if f.restricts and key.startswith(k)), None)
    if word is None:
        return False
    from ..language.exact import read_filter
    from .filters import filter_rules

    words = keyword[len(word) :].strip(" ()（）")
    try:
        filter_ = read_filter(words, c.lexicon)
        made = filter_rules(filter_, name, c.knowledge, given.controller, name, words)
    except DiagnosticError:
        return False
    predicate = known[word].restricts
    head = Head(Atom(predicate, (name, OBJECT)))
    c.rules += [replace(r, name=f"{name}: {words}", heads=(head,)) for r in made]
    c.add("restrictsHost", name)
    c.mention(a for r in made for x in r.literals for a in x.atom.args if isinstance(a, str))
    return True
