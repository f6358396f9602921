/**
 * Modules under a user's own target file, as the reference answered them. Files of others are no part of the project:
 * RELAYSCOPE_OWN_TARGETS names a folder with `records.jsonl.gz` and `files.json`, which says per target the path of its
 * file (what relative imports mean) and where it is.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { replayCase } from "@relayscope/replay";
import { describe, expect, it } from "vitest";
import { judgeOwnTarget, type OwnTargetAnswer } from "../src/judgeOwnTarget.ts";

interface OwnTargetCase extends OwnTargetAnswer {
  readonly id: string;
  readonly target: string;
}

type SourceOf = (target: string) => Readonly<Record<string, string>>;

function recordsIn(file: URL): readonly OwnTargetCase[] {
  const lines = gunzipSync(readFileSync(file)).toString("utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as OwnTargetCase);
}

function differences(record: OwnTargetCase, sourceOf: SourceOf): readonly string[] {
  const asked = { ...record, kind: "own-target", files: sourceOf(record.target), flow: record.flow !== undefined };
  const [answer] = replayCase(asked, { runs: 0 });
  return judgeOwnTarget(record, answer as OwnTargetAnswer);
}

const here = new URL("../targets/", import.meta.url);
const exampleSource: SourceOf = (target) => ({
  [`${target.replace("examples/", "")}.py`]: readFileSync(new URL(`${target}.py`, here), "utf8"),
});

describe("modules under the example files", () => {
  it.each(recordsIn(new URL("records.jsonl.gz", here)).map((record) => [record.id, record] as const))("%s", (_id, record) => {
    expect(differences(record, exampleSource)).toEqual([]);
  });

  it("sees a wrong answer", () => {
    const [record] = recordsIn(new URL("records.jsonl.gz", here));
    if (!record?.after) throw new Error("The first record has no steps.");
    const wrong = { ...record, after: Object.fromEntries(Object.keys(record.after).map((step) => [step, "fn () { 1 }"])) };
    expect(differences(wrong, exampleSource)).not.toEqual([]);
  });
});

describe("an exception that is chance", () => {
  const stopped = (code: string, message: string) => ({ after: { MergeComposite: { error: { code, message } } }, checks: [], rules: [] });
  const chance = stopped("TVMError", "TVMError: expected int but got bool_");

  it("is right whatever the reference raised, and wrong where it raised nothing", () => {
    expect(judgeOwnTarget(stopped("AttributeError", "'NoneType' object has no attribute 'decode'"), chance)).toEqual([]);
    expect(judgeOwnTarget({ after: { MergeComposite: "fn () { 1 }" }, checks: [], rules: [] }, chance)).not.toEqual([]);
  });
});

describe("the order of askings", () => {
  const asked = (...operators: readonly string[]) => ({ rules: operators.map((name) => [name, true]) });

  it("counts in a module of one function only", () => {
    expect(judgeOwnTarget(asked("abs", "tanh"), asked("tanh", "abs"))).not.toEqual([]);
    expect(judgeOwnTarget(asked("abs", "tanh"), asked("tanh", "abs"), false)).toEqual([]);
    expect(judgeOwnTarget(asked("abs", "tanh"), asked("tanh", "tanh"), false)).not.toEqual([]);
  });
});

const folder = process.env.RELAYSCOPE_OWN_TARGETS;
const base = folder ? pathToFileURL(`${folder}/`) : undefined;

describe.skipIf(!base)("modules under the files of others (RELAYSCOPE_OWN_TARGETS)", () => {
  const files = base
    ? (JSON.parse(readFileSync(new URL("files.json", base), "utf8")) as Record<string, { path: string; file: string }>)
    : {};
  const sourceOf: SourceOf = (target) => {
    const place = files[target];
    if (!place || !base) throw new Error(`files.json names no file of ${target}.`);
    return { [place.path]: readFileSync(new URL(place.file, base), "utf8") };
  };
  const records = base ? recordsIn(new URL("records.jsonl.gz", base)) : [];
  it.each(records.map((record) => [record.id, record] as const))("%s", (_id, record) => {
    expect(differences(record, sourceOf)).toEqual([]);
  });
});
