"""The recipes, and the code of the README."""

import importlib.util
import pathlib
import re
from types import SimpleNamespace

import pytest

from context_compiler_rs import sessions

ROOT = pathlib.Path(__file__).parent.parent


def recipe(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def session(tmp_path):
    with sessions.open(tmp_path / "sessions.db") as store:
        yield store.session("build")


def test_the_code_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert len(blocks) >= 3
    names = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


class Client:
    """What answers as a chat completion does."""

    def __init__(self, *said):
        self.said = list(said)
        self.asked = []
        self.chat = SimpleNamespace(completions=SimpleNamespace(create=self.create))

    def create(self, **asked):
        self.asked.append({**asked, "messages": list(asked["messages"])})
        return SimpleNamespace(choices=[SimpleNamespace(message=self.said.pop(0))])


def said(content=None, calls=()):
    calls = [
        SimpleNamespace(id=str(at), function=SimpleNamespace(name=name, arguments=arguments))
        for at, (name, arguments) in enumerate(calls)
    ]
    return SimpleNamespace(role="assistant", content=content, tool_calls=calls or None)


TOOL = {
    "type": "function",
    "function": {
        "name": "build",
        "parameters": {
            "type": "object",
            "properties": {"target": {"type": "string"}},
            "required": ["target"],
        },
    },
}


def test_directives_are_answered_without_the_model(session):
    answer = recipe("openai_client").answer
    client, conversation = Client(said("with pip")), []
    assert answer(client, session, conversation, "prohibit npm", key="1") == "noted"
    assert answer(client, session, conversation, "prohibit npm", key="1") == "noted"
    refused = answer(client, session, conversation, "use npm")
    assert refused.splitlines()[-2:] == ["- remove policy npm", "- use npm"]
    assert client.asked == [] and conversation == []
    assert answer(client, session, conversation, "How do I install it?") == "with pip"
    roles = [message["role"] for message in client.asked[0]["messages"]]
    assert roles == ["system", "system", "user"]
    assert '- "npm"' in client.asked[0]["messages"][1]["content"]
    assert session.state().revision == 2


def test_a_call_is_checked_before_it_is_run(session):
    run = []
    client = Client(
        said(calls=[("build", "{}")]),
        said(calls=[("build", '{"_positional":["all"]}')]),
        said("done"),
    )
    result = recipe("openai_client").answer(
        client,
        session,
        [],
        "Build it all",
        tools=[TOOL],
        run=lambda name, arguments: run.append((name, arguments)) or "built",
    )
    assert (result, run) == ("done", [("build", '{"target":"all"}')])
    told = client.asked[1]["messages"][-1]
    assert told["role"] == "tool" and "target" in told["content"]


def test_the_openai_client_itself_will_do(session):
    openai, httpx = pytest.importorskip("openai"), pytest.importorskip("httpx")
    asked = []

    def complete(request):
        asked.append(request.read())
        message = {"role": "assistant", "content": "with pip"}
        choices = [{"index": 0, "finish_reason": "stop", "message": message}]
        body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
        return httpx.Response(200, json={**body, "choices": choices})

    transport = httpx.MockTransport(complete)
    with httpx.Client(transport=transport) as http:
        client = openai.OpenAI(api_key="none", base_url="http://localhost", http_client=http)
        session.turn("prohibit npm")
        assert recipe("openai_client").answer(client, session, [], "How?") == "with pip"
    assert b"npm" in asked[0]


def test_a_node_keeps_its_state_in_a_session(session):
    node = recipe("langgraph_node").make_node(session._store)
    config = {"configurable": {"thread_id": "one"}}

    def offer(text, key):
        return node({"messages": [SimpleNamespace(content=text, id=key)]}, config)

    assert offer("use tea", "1")["answer"] == "noted"
    assert offer("use tea", "1")["answer"] == "noted"
    assert offer("prohibit tea", "2")["answer"].startswith('"tea" is currently in use.')
    update = offer("What to drink?", "3")
    assert update["answer"] is None and '- "tea"' in update["block"]
    assert session._store.session("one").state().revision == 2


def test_a_graph_calls_the_model_for_ordinary_text_alone(session):
    pytest.importorskip("langgraph")
    from langchain_core.messages import AIMessage, HumanMessage

    asked = []

    def model(messages):
        asked.append([message.content for message in messages])
        return AIMessage("water")

    graph = recipe("langgraph_node").make_graph(session._store, model)
    config = {"configurable": {"thread_id": "one"}}
    done = graph.invoke({"messages": [HumanMessage("prohibit tea")]}, config)
    assert done["messages"][-1].content == "noted" and asked == []
    done = graph.invoke({"messages": [HumanMessage("What to drink?")]}, config)
    assert done["messages"][-1].content == "water"
    assert '- "tea"' in asked[0][0] and asked[0][1] == "What to drink?"


def test_an_endpoint_applies_a_turn_once(tmp_path):
    pytest.importorskip("fastapi")
    from fastapi.testclient import TestClient

    app = recipe("fastapi_endpoint").make_app(str(tmp_path / "sessions.db"))
    with TestClient(app) as client:

        def turn(text, key=None):
            headers = {} if key is None else {"Idempotency-Key": key}
            return client.post("/sessions/trip/turns", json={"input": text}, headers=headers)

        assert turn("prohibit peanuts", "1").json() == {
            "decision": "update",
            "message": None,
            "replayed": False,
            "revision": 1,
        }
        assert turn("prohibit peanuts", "1").json()["replayed"] is True
        assert turn("use tea", "1").status_code == 422
        assert turn("use peanuts").json()["decision"] == "error"
        assert '- "peanuts"' in client.get("/sessions/trip/context").json()["block"]
        assert client.get("/sessions/other/context").status_code == 404
