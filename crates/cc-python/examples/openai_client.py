"""A host with the OpenAI client: directives are answered here, everything else by the model.

The session is durable, tools that are prohibited are not offered, and calls are checked before they
are run. `client` is an `openai.OpenAI()`, or anything that speaks the same.
"""

from context_compiler_rs import sessions
from context_compiler_rs.render import context_block, visible_message
from context_compiler_rs.toolcall import Chain, Tools, VerdictKind

SYSTEM = "You help with builds."


def answer(client, session, conversation, text, *, model="gpt-5-mini", tools=(), run=None, key=None):
    """One turn. `run` carries out a tool call; `key` is that of the request, so that it counts once."""
    reply = session.turn(text, key=key, with_state=True)
    if reply.kind == "update":
        return "noted"
    if reply.kind == "error":
        repairs = [f"- {repair.text}" for repair in reply.decision.repairs]
        return "\n".join([visible_message(reply.message), *repairs])

    conversation.append({"role": "user", "content": text})
    messages = [{"role": "system", "content": SYSTEM}]
    if block := context_block(reply.state):
        messages.append({"role": "system", "content": block})
    messages += conversation
    chain = Chain([Tools(list(tools))])
    while True:
        offered = {"tools": list(tools)} if tools else {}
        completion = client.chat.completions.create(model=model, messages=messages, **offered)
        said = completion.choices[0].message
        if not said.tool_calls:
            conversation.append({"role": "assistant", "content": said.content})
            return said.content
        messages.append(said)
        for call in said.tool_calls:
            verdict = chain.adjudicate(call.function.name, call.function.arguments)
            result = (
                verdict.text
                if verdict.kind is VerdictKind.DENY
                else run(call.function.name, verdict.arguments)
            )
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})


def main():
    import openai

    client, conversation = openai.OpenAI(), []
    with sessions.open("sessions.db") as store:
        while text := input("> "):
            print(answer(client, store.session("build"), conversation, text))


if __name__ == "__main__":
    main()
