import { afterEach, expect, test, vi } from "vitest";
import { Turns } from "../src/state/turns.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Frames that come when they are called for; one that comes is followed by the task of its own that it leaves. */
function frames(): () => Promise<void> {
  const asked: (() => void)[] = [];
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => asked.push(act));
  return async () => {
    for (const act of asked.splice(0)) act();
    await new Promise((done) => setTimeout(done, 5));
  };
}

test("one piece a frame, in the order in which they were asked for", async () => {
  const frame = frames();
  const turns = new Turns();
  const done: string[] = [];
  turns.ask(() => done.push("a"));
  turns.ask(() => done.push("b"));
  turns.ask(() => done.push("first"), true);
  expect(done).toEqual([]);
  await frame();
  expect(done).toEqual(["first"]);
  await frame();
  await frame();
  await frame();
  expect(done).toEqual(["first", "a", "b"]);
});

test("a repeated request waits for the others, and a canceled one never runs", async () => {
  const frame = frames();
  const turns = new Turns();
  const done: string[] = [];
  const again = (): void => {
    done.push("again");
    turns.ask(again);
  };
  turns.ask(again);
  const cancel = turns.ask(() => done.push("gone"));
  turns.ask(() => done.push("other"));
  cancel();
  for (let i = 0; i < 4; i++) await frame();
  expect(done).toEqual(["again", "other", "again", "again"]);
});
