/** The library's files of Python. */
/// <reference types="vite/types/importMeta.d.ts" />
import { textsByModule } from "@relayscope/python";
import { expect, test } from "vitest";
import { isReferenceModule } from "../src/library/referenceModules.ts";
import { runShown } from "./runShown.ts";

const files = import.meta.glob<string>("../src/library/**/*.py", { query: "?raw", import: "default", eager: true });
const names = [...textsByModule(files, "../src/library/").keys()];

test("each is a module of TVM, or hidden by an underscore", () => {
  expect(names.length).toBeGreaterThan(70);
  expect(names.filter((name) => !/(^|\.)_[^.]*$/.test(name) && !isReferenceModule(name))).toEqual(["pytest"]);
});

test("each can be imported", () => {
  expect(runShown(names.map((name) => `import ${name}`).join("\n"))).toBe("");
});

test("programs share nothing of it", () => {
  const program = `import heapq
from tvm.relay.transform import mixed_precision
print(hasattr(relay.nn.conv2d, "mine"), hasattr(heapq, "mine"), "mine" in mixed_precision.DEFAULT_NEVER_LIST)
relay.nn.conv2d.mine = heapq.mine = True
mixed_precision.DEFAULT_NEVER_LIST.append("mine")`;
  expect([runShown(program), runShown(program)]).toEqual(["False False False", "False False False"]);
});
