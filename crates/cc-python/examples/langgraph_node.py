"""A LangGraph node that keeps its state in a durable session, one for each thread of the graph.

LangGraph's checkpoints may be replayed, forked and retried: the id of the message is the request
key, so that a directive counts once all the same.
"""

from typing import Annotated, Any, TypedDict

from context_compiler_rs import sessions
from context_compiler_rs.render import context_block, visible_message


def make_node(store: sessions.Store):
    """A node that offers the last message to the session of the graph's thread."""

    def context(state: dict[str, Any], config: dict[str, Any]) -> dict[str, Any]:
        session = store.session(config["configurable"]["thread_id"])
        message = state["messages"][-1]
        reply = session.turn(message.content, key=message.id, with_state=True)
        answer = None
        if reply.kind == "update":
            answer = "noted"
        elif reply.kind == "error":
            answer = visible_message(reply.message)
        return {"answer": answer, "block": context_block(reply.state)}

    return context


def make_graph(store: sessions.Store, model):
    """A graph of that node and one that calls `model` with messages, where no answer is there yet."""
    from langchain_core.messages import AIMessage, SystemMessage
    from langchain_core.runnables import RunnableConfig
    from langgraph.graph import END, START, StateGraph
    from langgraph.graph.message import add_messages

    class State(TypedDict):
        messages: Annotated[list, add_messages]
        answer: str | None
        block: str | None

    node = make_node(store)

    def call_context(state: State, config: RunnableConfig):
        update = node(state, config)
        if update["answer"] is not None:
            update["messages"] = [AIMessage(update["answer"])]
        return update

    def call_model(state: State):
        block = [SystemMessage(state["block"])] if state["block"] else []
        return {"messages": [model([*block, *state["messages"]])]}

    graph = StateGraph(State)
    graph.add_node("context", call_context)
    graph.add_node("model", call_model)
    graph.add_edge(START, "context")
    graph.add_conditional_edges("context", lambda state: END if state["answer"] else "model")
    graph.add_edge("model", END)
    return graph.compile()
