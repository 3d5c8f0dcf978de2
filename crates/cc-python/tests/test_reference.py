"""The public interface is that of the reference, wherever the README lists no difference."""

import copy
import dataclasses
import importlib
import inspect
import pickle

import pytest

import context_compiler_rs
from context_compiler_rs import grammar

reference = pytest.importorskip("context_compiler")

MODULES = ["", ".grammar", ".decision", ".engine", ".const", ".repl"]
CLASSES = [
    (module, name)
    for module, names in {
        ".grammar": ["CanonicalDirective", "InvalidDirectiveSyntax", "DirectiveMetadata"],
        ".decision": ["NoDirectiveDecision", "UpdateDecision", "SemanticErrorDecision"],
    }.items()
    for name in names
]


def pair(module):
    return (
        importlib.import_module("context_compiler" + module),
        importlib.import_module("context_compiler_rs" + module),
    )


def values(package):
    """The same values of either package."""
    grammar = importlib.import_module(package.__name__ + ".grammar")
    directive = grammar.CanonicalDirective(grammar.DirectiveKind.USE_ITEM, {"item": "docker"})
    engine = package.Engine()
    engine.step("set premise formal tone")
    engine.step("prohibit docker")
    return [
        *grammar.DirectiveKind,
        *grammar.DirectiveSyntaxFailure,
        *package.DecisionKind,
        *package.SemanticFailure,
        directive,
        grammar.decompose_directive("use podman instead of docker"),
        grammar.decompose_directive("clear state"),
        grammar.decompose_directive("use tea instead of"),
        grammar.decompose_directive("use tea and prohibit coffee"),
        *grammar.get_directive_metadata(),
        engine.step("hello"),
        engine.step("use uv"),
        engine.step("use uv"),
        engine.step("use docker"),
        engine.step("set premise else"),
        engine.step("use docker instead of uv"),
        package.SemanticErrorDecision(package.SemanticFailure.ITEM_PROHIBITED, directive),
    ]


def outcome(call):
    """What a call gives or raises, as text."""
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_there(module):
    theirs, ours = pair(module)
    assert getattr(ours, "__all__", None) == getattr(theirs, "__all__", None)
    for name, value in vars(theirs).items():
        is_own = getattr(value, "__module__", theirs.__name__) == theirs.__name__
        if name.startswith("_") or inspect.ismodule(value) or not is_own:
            continue
        if isinstance(value, (str, int)):
            # The others are imported from `.const`.
            assert module not in (".const", ".repl") or getattr(ours, name, value) == value
        else:
            assert type(getattr(ours, name)) is type(value)


@pytest.mark.parametrize("name", [name for name in dir(reference.Engine) if name[0] != "_"])
def test_members_of_the_engine_have_the_same_signature(name):
    theirs, ours = getattr(reference.Engine, name), getattr(context_compiler_rs.Engine, name)
    assert type(theirs) is type(ours)
    if callable(theirs):
        text = str(inspect.signature(theirs)).replace("context_compiler.", "context_compiler_rs.")
        assert str(inspect.signature(ours)) == text


@pytest.mark.parametrize(("module", "name"), CLASSES)
def test_classes_have_the_same_shape(module, name):
    theirs, ours = (getattr(each, name) for each in pair(module))
    for attribute in ("__slots__", "__match_args__", "__name__", "__qualname__"):
        assert getattr(theirs, attribute) == getattr(ours, attribute)
    assert ours.__module__ == "context_compiler_rs" + module
    for one, other in zip(dataclasses.fields(theirs), dataclasses.fields(ours), strict=True):
        assert (one.name, str(one.default), one.init) == (other.name, str(other.default), other.init)
    text = str(inspect.signature(theirs)).replace("context_compiler.", "context_compiler_rs.")
    assert str(inspect.signature(ours)) == text


def test_values_have_the_same_text_and_messages():
    for theirs, ours in zip(values(reference), values(context_compiler_rs), strict=True):
        assert repr(ours) == repr(theirs)
        assert str(ours) == str(theirs)
        for name in ("kind", "text", "operands", "message", "repairs", "failure"):
            assert repr(getattr(ours, name, None)) == repr(getattr(theirs, name, None))


def test_values_are_equal_to_their_copies_and_to_nothing_else():
    ours = values(context_compiler_rs)
    again = values(context_compiler_rs)
    assert ours == again
    for index, value in enumerate(ours):
        for other in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert (other, type(other), repr(other)) == (value, type(value), repr(value))
        assert hash(value) == hash(again[index])
        assert value != object()
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(ours, protocol)) == ours


@pytest.mark.parametrize(
    "change",
    [
        lambda value, name: setattr(value, name, 1),
        lambda value, name: delattr(value, name),
    ],
)
def test_values_cannot_be_changed(change):
    for theirs, ours in zip(values(reference), values(context_compiler_rs), strict=True):
        names = [field.name for field in dataclasses.fields(ours)] if hasattr(
            ours, "__dataclass_fields__"
        ) else []
        for name in names:
            assert outcome(lambda: change(ours, name)) == outcome(lambda: change(theirs, name))
            assert outcome(lambda: change(ours, name)).startswith("FrozenInstanceError")


CALLS = {
    "kind": lambda it: it.CanonicalDirective("no_such", {}),
    "kind that is no text": lambda it: it.CanonicalDirective(None, {}),
    "kind by name": lambda it: it.CanonicalDirective("use_item", {"item": "tea"}),
    "missing": lambda it: it.CanonicalDirective("replace_use", {}),
    "missing and unexpected": lambda it: it.CanonicalDirective("use_item", {"value": "tea"}),
    "unexpected": lambda it: it.CanonicalDirective("use_item", {"item": "a", "b": "c", "a": "d"}),
    "empty": lambda it: it.CanonicalDirective("use_item", {"item": " \t"}),
    "second empty": lambda it: it.CanonicalDirective(
        "replace_use", {"new_item": "a instead of b", "old_item": ""}
    ),
    "no string": lambda it: it.CanonicalDirective("use_item", {"item": 1}),
    "no mapping": lambda it: it.CanonicalDirective("use_item", None),
    "premise with to": lambda it: it.CanonicalDirective("set_premise", {"value": "to x"}),
    "compound": lambda it: it.CanonicalDirective("prohibit_item", {"item": "a and use b"}),
    "delimiter": lambda it: it.CanonicalDirective("use_item", {"item": "a instead of b"}),
    "no arguments": lambda it: it.CanonicalDirective(),
    "bytes": lambda it: it.decompose_directive(b"use tea"),
    "metadata": lambda it: it.get_directive_metadata(),
    "by keyword": lambda it: it.decompose_directive(text="use tea"),
    "wrong keyword": lambda it: it.decompose_directive(txt="use tea"),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_grammar_gives_and_raises_the_same(name):
    theirs, ours = pair(".grammar")
    assert outcome(lambda: CALLS[name](ours)) == outcome(lambda: CALLS[name](theirs))


def state(version):
    return '{"policies":{},"premise":null,"version":' + version + "}"


ENGINE_CALLS = {
    "new with an argument": lambda engine: type(engine)(1),
    "new with a name": lambda engine: type(engine)(state=1),
    "bytes": lambda engine: engine.step(b"use tea"),
    "no argument": lambda engine: engine.step(),
    "directive that is text": lambda engine: engine.apply_directive("use tea"),
    "directive that is none": lambda engine: engine.apply_directive(None),
    "payload that is a number": lambda engine: engine.import_json(1),
    "payload of bytes": lambda engine: engine.import_json(state("2").encode()),
    "payload of UTF-16": lambda engine: engine.import_json(state("2").encode("utf-16")),
    "no JSON": lambda engine: engine.import_json("{"),
    "no object": lambda engine: engine.import_json("[]"),
    "fields": lambda engine: engine.import_json("{}"),
    "version 3": lambda engine: engine.import_json(state("3")),
    "version of text": lambda engine: engine.import_json(state('"2"')),
    "version null": lambda engine: engine.import_json(state("null")),
    "version of a list": lambda engine: engine.import_json(state("[2, true]")),
    "new attribute": lambda engine: setattr(engine, "other", 1),
    "premise": lambda engine: setattr(engine, "premise", "x"),
    "policies": lambda engine: setattr(engine, "policies", {}),
}


@pytest.mark.parametrize("name", ENGINE_CALLS)
def test_the_engine_gives_and_raises_the_same(name):
    theirs, ours = reference.Engine(), context_compiler_rs.Engine()
    assert outcome(lambda: ENGINE_CALLS[name](ours)) == outcome(lambda: ENGINE_CALLS[name](theirs))
    assert ours.export_json() == theirs.export_json()


@pytest.mark.parametrize("value", [None, 1, 2.5, ["use tea"], object()])
def test_what_is_no_text_is_a_type_error_and_the_error_of_the_reference(value):
    for theirs, ours in (
        (reference.Engine().step, context_compiler_rs.Engine().step),
        (pair(".grammar")[0].decompose_directive, grammar.decompose_directive),
    ):
        with pytest.raises(Exception) as expected:
            theirs(value)
        with pytest.raises(TypeError) as found:
            ours(value)
        assert isinstance(found.value, expected.type)
        assert str(found.value) == str(expected.value)


def test_engines_of_either_are_pickled_and_copied():
    for package in (reference, context_compiler_rs):
        engine = package.Engine()
        engine.step("use tea")
        for other in (pickle.loads(pickle.dumps(engine)), copy.copy(engine), copy.deepcopy(engine)):
            assert other is not engine and other.export_json() == engine.export_json()
            other.step("clear state")
        assert engine.policies == {"tea": "use"}
