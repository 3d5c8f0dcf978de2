// A host in Node that keeps one process of the context compiler for a conversation.
//
// A message is one line of JSON, so it may hold line feeds, and its answer is one record. The host
// stores the state of every update before it answers, and a new process goes on from there.
//
// Run it with `node crates/cc-cli/examples/long_lived.mjs COMMAND STORE`, where COMMAND is the path
// of `context-compiler` and STORE a file for the state.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

// One process, for one conversation. Wait for each answer before the next message.
class Compiler {
  constructor(command, store) {
    this.store = store;
    const stored = existsSync(store) ? ["--initial-state-file", store] : [];
    const stdio = ["pipe", "pipe", "inherit"];
    this.process = spawn(command, ["--json", "--input", "json", ...stored], { stdio });
    this.closed = once(this.process, "close");
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  // The decision on a message, or an error code. A new state is stored first.
  async step(text) {
    this.process.stdin.write(JSON.stringify(text) + "\n");
    const { value: line, done } = await this.lines.next();
    if (done) throw new Error(`the process ended: ${await this.closed}`);
    const record = JSON.parse(line);
    if (record.output_version !== 2) {
      throw new Error(`unknown output version ${record.output_version}`);
    }
    if (record.mode === "error") return { kind: "unreadable", code: record.error.code };
    if (record.decision.changed) this.save(record.state);
    return record.decision;
  }

  // Replaces the file as a whole, so that it never holds half a state.
  save(state) {
    const file = openSync(this.store + ".new", "w");
    writeSync(file, JSON.stringify(state));
    fsyncSync(file);
    closeSync(file);
    renameSync(this.store + ".new", this.store);
  }

  async close() {
    this.process.stdin.end();
    await this.closed;
  }
}

// What the user is shown.
async function answer(compiler, text) {
  const decision = await compiler.step(text);
  switch (decision.kind) {
    case "update":
      return decision.changed ? "noted" : "that holds already";
    case "error": {
      const repairs = decision.repairs.map((repair) => `"${repair.text}"`).join(", ");
      return `${decision.message} [${repairs}]`.replace("\n", " ");
    }
    case "unreadable":
      return `not understood (${decision.code})`;
    default:
      return "(to the model)";
  }
}

const [command, store] = process.argv.slice(2);
const conversations = [
  ["prohibit npm", "npm would\nbe fine, no?", "use npm", "cut \ud83d in half"],
  ["prohibit NPM", "remove policy npm", "use npm"],
];
for (const [index, texts] of conversations.entries()) {
  const compiler = new Compiler(command, store);
  for (const text of texts) {
    console.log(`${JSON.stringify(text)}: ${await answer(compiler, text)}`);
  }
  // Whatever ends the process, nothing is lost that was answered.
  if (index === 0) compiler.process.kill("SIGKILL");
  await compiler.close();
}
console.log(JSON.stringify(JSON.parse(readFileSync(store, "utf8"))));
