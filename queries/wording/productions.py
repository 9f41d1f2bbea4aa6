"""The productions of the English wording grammar, over token codes, in pyparsing.

The parser that reads wordings is written by hand (`grammar_en`): it names the furthest fault and costs
no import. This is the same grammar written down as productions, for the reference: pyparsing draws
them, and a test holds them against the parser on every real clause. They accept words by their codes
alone, so what the parser judges beyond (slips of the pen, choices, kinds of types) is not in them.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyparsing as pp

from ...kb.lexicon import Lexicon
from .ahead_en import ACTIONS, STARTS
from .lexer import Token
from .meanings import group_of, meanings


def terminals(tokens: Sequence[Token], lexicon: Lexicon) -> str:
    """The codes of tokens as a text; a term is shown by what it may be."""
    return " ".join(_terminal(token, lexicon) for token in tokens)


def _terminal(token: Token, lexicon: Lexicon) -> str:
    if token.code not in ("term", "name") or not token.terms:
        return "type_word" if token.code == "type" else token.code
    if group_of(token.terms, lexicon) is not None:
        return "group"
    if meanings(token.terms):
        return "negated" if token.negative else "type"
    category = next((t.category for t in token.terms if t.category in ("Class", "Zone")), "")
    if category == "Class":
        return "negated" if token.negative else "class"
    return "zone" if category == "Zone" else "word"


def _one(*codes: str) -> pp.ParserElement:
    found = [pp.Keyword(code, ident_chars=pp.alphas + "_") for code in codes]
    return found[0] if len(found) == 1 else pp.MatchFirst(found)


def _forward(name: str) -> pp.Forward:
    """A production that others use before it is written down."""
    made = pp.Forward()
    made.set_name(name)
    return made


def _lists(item: pp.ParserElement, joint: pp.ParserElement) -> pp.ParserElement:
    return item + pp.ZeroOrMore(joint + item)


def wording() -> pp.ParserElement:
    """The start symbol; every production has a name, by which it is drawn."""
    opt, many, some = pp.Optional, pp.ZeroOrMore, pp.OneOrMore
    any_word = pp.Regex(r"[a-z_]+").set_name("any word")
    joint = some(_one("comma", "and")).set_name("joint")
    whole_group = (_one("all", "every") + _one("group")).set_name("whole group")
    verb = _one(*sorted(STARTS)).set_name("verb")
    begins = (
        opt(_one("pronoun", "demonstrative", "this", "self"))
        + many(_one("adverb", "also", "every"))
        + verb
    )
    end = (
        _one("stop", "in_addition", "where", "until", "condition", "open", "close", "except")
        | _one("as_well", "instead_of")
        | joint + many(_one("adverb")) + (begins | _one("except", "where", "until") | whole_group)
        | _one("relative") + _one("still", "not")
        | whole_group
        | pp.StringEnd()
    )
    rider = some(~end + any_word).set_name("rider")
    to_stop = many(~_one("stop") + any_word).set_name("rest of the sentence")

    # --- nouns ----------------------------------------------------------------------------------
    determiner = _one(
        "particular", "host", "demonstrative", "this", "the", "article", "quantity",
        "all", "every", "other", "your",
    ).set_name("determiner")  # fmt: skip
    chosen = (
        opt(_one("first", "second", "third"))
        + _one("chosen", "last_chosen")
        + _one("group", "type_word", "type")
    ).set_name("chosen type")
    whose = _one("your", "possessive", "the", "opponents", "somebodys", "all")
    place = (_one("in", "on") + opt(whose) + _one("zone")).set_name("place")
    noun = (
        _one("colour", "state", "object", "type", "class", "negated")
        | _one("comma") + pp.FollowedBy(_one("negated"))
    ).set_name("noun")
    speaking = _one("comma", "stop", "until", "except", *sorted(STARTS), "relative")
    narrowing = (
        _one("yours", "owned", "theirs", "not_yours", "not_owned", "of_player", "with_the_name")
        | place
        | _one("of") + opt(_one("the")) + chosen
        | _one("with", "without") + many(~speaking + any_word)
        | _one("relative", "relative_not")
        + opt(_one("not"))
        + (place | opt(_one("article")) + some(noun))
        | _one("other_than") + _one("self", "pronoun", "name", "quote")
        | _one("named") + _one("name", "quote")
    ).set_name("narrowing")
    noun_phrase = (many(determiner) + some(noun) + many(narrowing)).set_name("noun phrase")
    noun_phrases = _lists(noun_phrase, some(_one("comma", "and", "or"))).set_name("noun phrases")
    subject = (
        _one("self", "pronoun")
        | _lists(_one("name"), joint)
        | noun_phrases
        | _one("the", "demonstrative") + _one("make_copy")
        | _one("demonstrative", "this", "particular", "host")
    ).set_name("subject")

    # --- predicates -----------------------------------------------------------------------------
    predicate, item = _forward("predicate"), _forward("part")
    removed = _lists(
        many(_one("article", "adverb")) + _one("type"), some(_one("or", "and", "comma"))
    ).set_name("what it is not")
    copied = (_one("copy_of") + many(~_copied_end() + any_word)).set_name("copy")
    item <<= (
        _one("pt", "colour", "state", "number", "face_down", "article", "adverb")
        | whole_group
        | _one("the") + chosen
        | _one("the", "demonstrative", "this", "article")
        + _one("type_word", "group")
        + opt(_one("your_choice"))
        | _one("or") + opt(_one("article")) + _one("type")
        | _one("with", "without", "named", "instead_of") + (whole_group | rider)
        | _one("type", "class")
        | joint + ~begins + item
    )
    offers = (_one("choice_of") + many(~_one("stop", "in_addition") + any_word)).set_name("offers")
    adding = (
        _one("in_addition")
        + opt(_one("possessive", "the"))
        + opt(_one("other"))
        + _lists(_one("group", "type_word", "colours"), joint)
    ).set_name("addition")
    complement = (
        opt(_one("comma") + adding + opt(_one("comma")))
        + (opt(_one("article")) + copied | offers | some(item))
    ).set_name("complement")
    lost = (
        opt(_one("all", "every", "possessive"))
        + opt(_one("other"))
        + opt(_one("the"))
        + (_one("ability", "type_word", "group") + opt(_one("type")) | _one("type") | rider)
    ).set_name("what is lost")
    had = (
        _one("the") + (chosen | _one("group") + _one("type"))
        | whole_group
        | _one("word") + _one("group")
        | rider
    ).set_name("what it has")
    verbal = (
        _one("be_not") + removed
        | _one("turn_down")
        | _one("lose") + _lists(lost, joint + ~begins)
        | _one("have", "gain") + many(had | joint + pp.FollowedBy(whole_group))
        | _one("get", "act") + opt(rider)
        | _one("enter")
        + opt(_one("the"))
        + opt(_one("zone"))
        + opt(_one("state"))
        + (_one("as") + copied | opt(rider))
        | _one("be", "become", "remain", "pronoun_be")
        + opt(_one("also"))
        + (_one("not") + removed | opt(_one("still")) + complement)
    ).set_name("verb and complement")
    tail = (
        adding
        | _one("as_well", "adverb", "state")
        | _one("relative") + (_one("still") + complement | _one("not") + removed)
        | opt(_one("comma")) + _one("until", "condition", "with") + opt(rider)
        | opt(_one("comma")) + _one("where") + to_stop
        | opt(_one("comma")) + _one("except") + rider
        | _one("open") + many(~_one("close") + any_word) + _one("close")
        | _one("comma") + _one("state") + to_stop
        | _one("comma") + pp.FollowedBy(pp.StringEnd() | _one("stop"))
    ).set_name("tail")
    supposed = _one("condition") + many(~_one("comma", "stop") + any_word) + _one("comma")
    exception = (
        opt(_one("comma")) + opt(supposed) + (opt(~verb + subject) + predicate | rider)
    ).set_name("exception")
    exceptions = (
        opt(_one("comma")) + _one("except") + _lists(exception, some(_one("comma", "and")))
    ).set_name("exceptions")
    predicate <<= many(_one("adverb", "every", "also")) + verbal + many(exceptions | tail)

    # --- sentences ------------------------------------------------------------------------------
    main, sentence = _forward("main clause"), _forward("sentence")
    acting = _one(*ACTIONS, "act", "turn").set_name("doing")
    afterwards = joint + opt(_one("adverb")) + (acting | _one("word")) + to_stop
    afterwards.set_name("what is done afterwards")
    aside = noun_phrases + predicate
    predicates = _lists(
        predicate, joint + opt(_one("adverb")) + opt(pp.FollowedBy(begins) + opt(_pronoun()))
    ).set_name("predicates")
    creation = (
        many(~_one("copy_of", "stop") + any_word) + copied + many(exceptions | tail)
    ).set_name("creation")
    copying = (_one("make_copy") + rider + opt(exceptions)).set_name("copying")
    replaced = (many(_one("quantity", "every", "article", "the", "type_word", "other"))).set_name(
        "which word"
    ) + opt(_one("group", "type", "quote", "colour_word"))
    change = (
        _one("change_text")
        + (subject + _one("replacing") | many(~_one("replacing") + any_word) + _one("replacing"))
        + _lists(replaced + _one("with") + replaced, _one("or"))
        + many(tail)
    ).set_name("text change")
    up_to_face_down = many(~_one("face_down", "stop") + any_word) + _one("face_down")
    turning = (
        opt(_one("may_have"))
        + (
            _one("turn") + (noun_phrases | _pronoun()) + up_to_face_down
            | _one("turn_down") + (noun_phrases | _pronoun())
        )
        + many(tail)
        + opt(rider)
    ).set_name("turning face down")
    putting = (
        many(~_one("put", "manifest", "comma", "stop", *sorted(STARTS)) + any_word)
        + (_one("put") + up_to_face_down | _one("manifest"))
        + many(tail)
        + opt(rider)
    ).set_name("putting face down")
    action = (
        acting
        + some(~(_one("comma", "and", "adverb") + main) + ~_one("stop") + any_word)
        + _one("comma", "and", "adverb")
        + main
    ).set_name("action first")
    extension = (_one("same_true") + noun_phrases).set_name("the same is true")
    spoken = (
        opt(adding + opt(_one("comma"))) + opt(_one("may_have")) + opt(~verb + subject) + predicates
    ).set_name("statement")
    main <<= (
        opt(_one("and"))
        + opt(_one("adverb"))
        + (
            change
            | turning
            | putting
            | extension
            | action
            | opt(_one("may_have")) + copying
            | spoken + many(joint + aside)
            | creation
        )
        + opt(afterwards)
    )
    lead = (
        _one("until", "condition", "otherwise", "trigger", "as", "for_each")
        + many(~(_one("comma") + sentence) + ~_one("except", "in_addition", "stop") + any_word)
        + _one("comma")
    ).set_name("lead")
    bare_verb = many(_one("and", "adverb")) + ~_one("pronoun_be") + verb
    sentence <<= many(_one("and", "adverb") + pp.FollowedBy(lead)) + (
        pp.FollowedBy(_one("until")) + lead + sentence | lead + ~bare_verb + sentence | main
    )
    label = (some(~_one("colon", "dash", "quote") + any_word) + _one("colon", "dash")).set_name(
        "label or cost"
    )
    start = many(_one("stop")) + many(label) + _lists(sentence, some(_one("stop")))
    whole: pp.ParserElement = (start + many(_one("stop"))).set_name("wording")
    return whole


def _pronoun() -> pp.ParserElement:
    return _one("pronoun", "demonstrative", "this", "self", "name")


def _copied_end() -> pp.ParserElement:
    """Where the words for what is copied end; a comma in a list of nouns does not end them."""
    listed = _one("comma") + pp.Optional(_one("or", "and")) + _one("type", "class")
    return _one("stop", "until", "except", "condition") | ~listed + _one("comma")


def accepts(tokens: Sequence[Token], lexicon: Lexicon, grammar: pp.ParserElement) -> bool:
    """Whether the productions derive the codes of some tokens."""
    try:
        grammar.parse_string(terminals(tokens, lexicon), parse_all=True)
    except pp.ParseException:
        return False
    return True
