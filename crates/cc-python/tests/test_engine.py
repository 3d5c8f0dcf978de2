"""The engine and the grammar, from the contract."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from context_compiler_rs import Engine, NoDirectiveDecision, UpdateDecision
from context_compiler_rs.decision import SemanticErrorDecision, SemanticFailure
from context_compiler_rs.grammar import (
    CanonicalDirective,
    DirectiveKind,
    InvalidDirectiveSyntax,
    decompose_directive,
    get_directive_metadata,
)

ITEMS = st.sampled_from(["tea", "Tea", "milk", " oat  milk ", "ﬁg", "naïve", "🦀", "to", "a\u3000b"])
INPUTS = st.one_of(
    st.builds("use {}".format, ITEMS),
    st.builds("prohibit {}".format, ITEMS),
    st.builds("remove policy {}".format, ITEMS),
    st.builds("use {} instead of {}".format, ITEMS, ITEMS),
    st.builds("set premise {}".format, ITEMS),
    st.builds("change premise to {}".format, ITEMS),
    st.sampled_from(["clear premise", "reset policies", "clear state", "use", "what now?"]),
    st.text(),
)


def state(engine):
    return engine.premise, dict(engine.policies)


@given(st.lists(INPUTS, max_size=20))
def test_a_refusal_and_a_text_that_is_no_directive_change_nothing(inputs):
    engine = Engine()
    for text in inputs:
        before = engine.export_json()
        decision = engine.step(text)
        changed = engine.export_json() != before
        assert changed == (isinstance(decision, UpdateDecision) and decision.changed)
        if isinstance(decision, SemanticErrorDecision):
            assert len(decision.message.split("\n")) >= 2
            assert decision.directive == decompose_directive(text)


@given(st.lists(INPUTS, max_size=20))
def test_a_step_is_the_application_of_its_directive(inputs):
    by_step, by_directive = Engine(), Engine()
    for text in inputs:
        directive = decompose_directive(text)
        decision = by_step.step(text)
        if isinstance(directive, CanonicalDirective):
            assert by_directive.apply_directive(directive) == decision
        else:
            assert decision == NoDirectiveDecision()
    assert state(by_step) == state(by_directive)


@given(st.lists(INPUTS, max_size=20))
def test_every_way_to_keep_a_state_gives_it_back(inputs):
    engine = Engine()
    for text in inputs:
        engine.step(text)
    imported = Engine()
    imported.import_json(engine.export_json())
    for other in (imported, copy.deepcopy(engine), pickle.loads(pickle.dumps(engine))):
        assert other.export_json() == engine.export_json()
        assert list(other.policies.items()) == list(engine.policies.items())


@given(INPUTS)
def test_a_directive_is_read_back_from_its_text(text):
    directive = decompose_directive(text)
    if isinstance(directive, CanonicalDirective):
        assert decompose_directive(directive.text) == directive
        assert CanonicalDirective(directive.kind, directive.operands) == directive
        assert hash(CanonicalDirective(directive.kind, directive.operands)) == hash(directive)


def test_the_kinds_are_those_of_the_contract():
    assert [row.kind for row in get_directive_metadata()] == list(DirectiveKind)
    assert len(SemanticFailure) == 7


@pytest.mark.parametrize(
    ("operand", "fault"),
    [
        (" tea", "operand 'item' begins or ends with white space."),
        ("tea\f", "operand 'item' begins or ends with white space."),
        ("tea\n", "operand 'item' holds a line feed."),
        ("te\na", "operand 'item' holds a line feed."),
    ],
)
def test_operands_that_would_not_be_read_back_are_refused(operand, fault):
    with pytest.raises(ValueError) as error:
        CanonicalDirective(DirectiveKind.USE_ITEM, {"item": operand})
    beginning = "Operands do not produce a canonical use_item directive"
    assert str(error.value) == f"{beginning}: {fault}"


@pytest.mark.parametrize("operand", ["", " ", "\u3000", "\n", "\x1c"])
def test_an_operand_of_white_space_is_empty(operand):
    with pytest.raises(ValueError, match="^Operand 'item' for use_item cannot be empty.$"):
        CanonicalDirective(DirectiveKind.USE_ITEM, {"item": operand})


LONE = [
    ("use \ud800", 4),
    ("use tea and \udfff", 12),
    ("use a\u20ac\U0001f980\udc00", 7),
    ("set premise \udbff\udbff", 12),
    ("use tea instead of \ud83d", 19),
    ("clear state \ud800", 12),
]


@pytest.mark.parametrize(("text", "position"), LONE)
def test_a_lone_surrogate_in_a_directive_is_refused_by_its_position(text, position):
    engine = Engine()
    engine.step("use milk")
    before = engine.export_json()
    for call in (engine.step, decompose_directive):
        with pytest.raises(ValueError, match=f"position {position}") as error:
            call(text)
        assert error.value.start == position
    assert engine.export_json() == before


def test_a_lone_surrogate_is_refused_wherever_it_would_be_kept():
    engine = Engine()
    engine.step("use milk")
    before = engine.export_json()
    with pytest.raises(ValueError, match="position 3"):
        CanonicalDirective(DirectiveKind.USE_ITEM, {"item": "tea\ud800"})
    with pytest.raises(ValueError, match="position 14"):
        engine.import_json('{"policies":{"\ud800":"use"},"premise":null,"version":2}')
    with pytest.raises(ValueError, match="^Invalid JSON payload\\."):
        engine.import_json('{"policies":{"\\ud800":"use"},"premise":null,"version":2}')
    with pytest.raises(ValueError, match="^Invalid JSON payload\\."):
        engine.import_json(b'{"policies":{"\\ud800":"use"},"premise":null,"version":2}')
    with pytest.raises(ValueError, match="position 14"):
        engine.import_json(b'{"policies":{"\xed\xa0\x80":"use"},"premise":null,"version":2}')
    assert engine.export_json() == before


@pytest.mark.parametrize("text", ["\ud800", "a\udfff", "please use \ud800", "\ud800use tea"])
def test_ordinary_text_is_ordinary_whatever_it_holds(text):
    assert Engine().step(text) == NoDirectiveDecision()
    assert decompose_directive(text) is None


def test_a_fault_of_an_import_is_noted():
    engine = Engine()
    with pytest.raises(ValueError, match="^Invalid state payload\\.") as error:
        engine.import_json('{"premise":null,"policies":{"a":"use","A":"use"},"version":2}')
    assert str(error.value) == "Invalid state payload."
    assert error.value.__notes__ == ["two policies have the identity of `A`"]
    deep = "[" * 100_000 + "]" * 100_000
    with pytest.raises(ValueError):
        engine.import_json('{"premise":null,"policies":{},"version":' + deep + "}")


def test_policies_are_a_copy_of_the_callers():
    engine = Engine()
    engine.step("use tea")
    policies = engine.policies
    policies["milk"] = "use"
    assert engine.policies == {"tea": "use"}


def test_an_engine_may_be_extended():
    class Loud(Engine):
        def __init__(self, name):
            super().__init__()
            self.name = name
            self.applied = []

        def apply_directive(self, directive):
            self.applied.append(directive.text)
            return super().apply_directive(directive)

    class Louder(Loud):
        pass

    for engine in (Loud("one"), Louder("two")):
        assert engine.step("USE tea") == UpdateDecision(True)
        assert engine.step("hello") == NoDirectiveDecision()
        assert isinstance(decompose_directive("use"), InvalidDirectiveSyntax)
        assert engine.step("use") == NoDirectiveDecision()
        assert engine.applied == ["use tea"]
        again = copy.deepcopy(engine)
        assert (again.name, again.applied, again.policies) == (
            engine.name,
            ["use tea"],
            {"tea": "use"},
        )
        again.applied.append("x")
        assert engine.applied == ["use tea"]


def test_apply_directive_keeps_the_directive_that_it_refuses():
    engine = Engine()
    engine.step("prohibit tea")
    directive = CanonicalDirective(DirectiveKind.USE_ITEM, {"item": "tea"})
    decision = engine.apply_directive(directive)
    assert decision.directive is directive
    assert [repair.text for repair in decision.repairs] == ["remove policy tea", "use tea"]


def test_a_directive_of_an_unknown_kind_changes_nothing():
    class Other:
        kind = "clear_everything"
        operands: dict[str, str] = {}

    engine = Engine()
    engine.step("use tea")
    with pytest.raises(ValueError, match="^Unsupported directive kind: 'clear_everything'$"):
        engine.apply_directive(Other())
    assert engine.policies == {"tea": "use"}
