"""A FastAPI endpoint for turns: each is applied exactly once, whatever is retried.

    uvicorn --factory fastapi_endpoint:make_app

The functions are no coroutines, so FastAPI runs them in threads: the interpreter is free while a turn
waits for the disk.
"""

from contextlib import asynccontextmanager
from typing import Annotated

from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from context_compiler_rs import sessions
from context_compiler_rs.render import context_block

STATUS = {"conflict": 412, "key_reused": 422, "not_found": 404, "invalid_name": 400}


class Input(BaseModel):
    input: str


def make_app(path: str = "sessions.db") -> FastAPI:
    store = None

    @asynccontextmanager
    async def lifespan(_: FastAPI):
        # Workers are forked or spawned before this: each opens the file itself.
        nonlocal store
        with sessions.open(path) as store:
            yield

    app = FastAPI(lifespan=lifespan)

    @app.post("/sessions/{name}/turns")
    def turn(name: str, body: Input, idempotency_key: Annotated[str | None, Header()] = None):
        try:
            reply = store.session(name).turn(body.input, key=idempotency_key)
        except sessions.SessionError as error:
            status = STATUS.get(error.kind, 503 if error.is_temporary else 500)
            raise HTTPException(status, str(error)) from error
        return {
            "decision": reply.kind,
            "message": reply.message,
            "replayed": reply.is_replayed,
            "revision": reply.revision,
        }

    @app.get("/sessions/{name}/context")
    def context(name: str):
        try:
            state = store.session(name).state()
        except sessions.SessionError as error:
            raise HTTPException(STATUS.get(error.kind, 500), str(error)) from error
        return {"block": context_block(state.state), "revision": state.revision}

    return app
