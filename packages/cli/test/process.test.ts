/** The command as a process, as `npm run relayscope` starts it: pipes, signals, streams. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlayground, type Playground } from "./playground.ts";

const task = fileURLToPath(new URL("../../../scripts/task.mjs", import.meta.url));
let playground: Playground;
beforeAll(() => {
  playground = makePlayground();
});
afterAll(() => playground.remove());

const environment = () => ({ ...process.env, INIT_CWD: playground.folder });

function relayscope(...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [task, "relayscope", ...words], { env: environment() });
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; signal: string | null; output: string; errors: string }> {
  let output = "";
  let errors = "";
  child.stdout?.on("data", (part) => {
    output += part;
  });
  child.stderr?.on("data", (part) => {
    errors += part;
  });
  const [code, signal] = await once(child, "close");
  return { code, signal, output, errors };
}

const record = '{"id":"a","kind":"parse","what":"parse_expr","input":"1"}\n';

test("reads a file of the folder that it is called in", async () => {
  expect(await endOf(relayscope("run", "small.relay"))).toMatchObject({ code: 0, output: expect.stringContaining("nn.relu"), errors: "" });
});

test("reads a model from standard input", async () => {
  const command = relayscope("run", "-");
  command.stdin?.end(playground.read("tiny.onnx"));
  expect(await endOf(command)).toMatchObject({ code: 0, output: expect.stringContaining("nn.relu(%x)"), errors: "" });
});

test("a wrong command line does not wait for standard input", async () => {
  expect(await endOf(relayscope("run", "-", "--target", "nobody"))).toMatchObject({ code: 2, output: "" });
});

test("a folder as standard input is a sentence", () => {
  const script = `"${process.execPath}" "${task}" relayscope run - < .`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { env: environment(), cwd: playground.folder, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "Standard input is a folder, not a file.\n" });
});

test("the reader of the output may end first", () => {
  playground.write("many.jsonl", record.repeat(20_000));
  const script = `"${process.execPath}" "${task}" relayscope replay < many.jsonl | head -n 1`;
  const { stdout, stderr } = spawnSync("sh", ["-c", script], { env: environment(), cwd: playground.folder, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: '{"id":"a","text":"1"}\n', stderr: "" });
});

test("a full disk is a sentence", () => {
  const script = `"${process.execPath}" "${task}" relayscope run small.relay > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", script], { env: environment(), cwd: playground.folder, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "Standard output cannot be written: ENOSPC.\n" });
});

test("Ctrl+C ends it, without a word", async () => {
  const command = relayscope("replay");
  command.stdin?.write(record);
  if (command.stdout) await once(command.stdout, "data");
  command.kill("SIGINT");
  expect(await endOf(command)).toMatchObject({ code: null, signal: "SIGINT", errors: "" });
});

test("a limit ends a pipe that nobody writes to", async () => {
  spawnSync("mkfifo", ["pipe"], { cwd: playground.folder });
  expect(await endOf(relayscope("run", "pipe", "--limit", "1"))).toMatchObject({ code: 3, signal: null, output: "" });
});

test("a limit ends what waits for more", async () => {
  const endAfter = (limit: number) => {
    const command = relayscope("replay", "--limit", `${limit}`);
    command.stdin?.write(record);
    return endOf(command);
  };
  // A busy machine may need more than the limit to begin.
  let limit = 2;
  let end = await endAfter(limit);
  for (; end.output === "" && limit < 32; end = await endAfter(limit)) limit *= 2;
  expect(end).toEqual({
    code: 3,
    signal: null,
    output: '{"id":"a","text":"1"}\n',
    errors: `The command stopped after ${limit} s, the time limit of \`--limit\`.\n`,
  });
});
