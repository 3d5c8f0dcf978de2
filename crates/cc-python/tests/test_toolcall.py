"""Verdicts on tool calls."""

import json

import pytest

from context_compiler_rs import Engine, v0_5
from context_compiler_rs.toolcall import Chain, PolicyGate, SchemaGate, Tools, VerdictKind

SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "limit": {"type": "integer", "maximum": 10}},
    "required": ["path"],
}
MCP = {"tools": [{"name": "read_file", "inputSchema": SCHEMA}]}
CHAT = [{"type": "function", "function": {"name": "read_file", "parameters": SCHEMA}}]


@pytest.mark.parametrize("tools", [MCP, CHAT, json.dumps(MCP), json.dumps(CHAT)])
def test_lists_of_either_kind_are_read(tools):
    tools = Tools(tools, aliases={"read_file": {"file": "path"}})
    assert len(tools) == 1
    verdict = tools.adjudicate("read_file", '{"file":"a.txt","limit":1.0e1}')
    assert verdict.kind is VerdictKind.TRANSFORM
    assert verdict.arguments == '{"path":"a.txt","limit":1.0e1}'
    assert (verdict.by, verdict.certainty) == ("grammar", "forced")
    assert [(it.kind, it.source, it.to) for it in verdict.repairs] == [
        ("renamed", "file", "path")
    ]
    verdict = tools.adjudicate("read_file", {"limit": 3})
    assert (verdict.kind, verdict.arguments) == (VerdictKind.DENY, None)
    assert verdict.issues[0].details == {"names": ["path"]}
    assert verdict.text == verdict.issues[0].text
    assert tools.adjudicate("other", "no JSON").kind is VerdictKind.DEFER
    assert (tools.repairs, tools.denials) == (1, 1)


def test_the_policies_of_an_engine_are_those_at_the_call():
    for engine in (Engine(), v0_5.Engine()):
        deny, allow = PolicyGate(engine), PolicyGate(engine, allow_list=True)
        assert deny.adjudicate("Read_File", {}).kind is VerdictKind.DEFER
        assert allow.adjudicate("read_file", {}).by == "policy"
        engine.step("use read_file")
        assert allow.adjudicate("read_file", {}).kind is VerdictKind.DEFER
        engine.step("remove policy read_file")
        engine.step("prohibit read_file")
        assert deny.adjudicate("Read_File", {}).reason == "prohibited"
    with pytest.raises(TypeError):
        PolicyGate({"read_file": "use"})


def test_a_chain_takes_the_most_restrictive_verdict():
    engine = Engine()
    tools = Tools(MCP, aliases={"read_file": {"file": "path"}})
    chain = Chain([tools, SchemaGate(MCP), Chain([PolicyGate(engine)])])
    assert chain.adjudicate("read_file", {"file": "a"}).arguments == '{"path":"a"}'
    verdict = chain.adjudicate("read_file", {"file": "a", "limit": 11})
    assert (verdict.by, verdict.issues[0].pointer) == ("schema", "/limit")
    engine.step("prohibit read_file")
    assert chain.adjudicate("read_file", {"path": "a"}).by == "policy"
    assert Chain([]).adjudicate("read_file", {}).kind is VerdictKind.DEFER


def test_what_is_no_list_is_refused():
    for tools in ("[", "{}", json.dumps([*CHAT, *CHAT])):
        with pytest.raises(ValueError):
            Tools(tools)
    with pytest.raises(ValueError, match="order must be"):
        Tools(MCP, order="random")
    with pytest.raises(ValueError, match="has no schema"):
        Tools(MCP, aliases={"other": {}})
    with pytest.raises(ValueError, match="position 0"):
        Tools(MCP).adjudicate("\ud800", {})
    assert Tools([{"name": "any", "parameters": {}}]).notes[0].startswith("tool `any` has no")
