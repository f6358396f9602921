/** Random networks under the flows of the example target files. */
import { readdirSync, readFileSync } from "node:fs";
import { createEngine, type RunSpec } from "@relayscope/engine";
import { operators } from "@relayscope/ops";
import { printModule } from "@relayscope/text";
import { typedModule } from "../builder.ts";
import { randomNetwork } from "../flows/networks.ts";
import { randomFrom } from "../random.ts";

const folder = new URL("../../targets/examples/", import.meta.url);
const names = readdirSync(folder).sort();
const engine = createEngine();

/** A run by its number; undefined where what was drawn does not type, or the file has no flow on it. */
export async function fileRun(number: number): Promise<RunSpec | undefined> {
  const r = randomFrom(number);
  const file = r.pick(names);
  const untyped = randomNetwork(r, operators);
  const module = untyped && typedModule(untyped, operators);
  if (!module) return undefined;
  const text = printModule(module);
  const files = [{ name: file, text: readFileSync(new URL(file, folder), "utf8") }];
  const bindParameters = r.chance(0.5);
  const flowOptions = { params: bindParameters };
  const bare = { pipeline: [], optLevel: 3, target: "", customTargets: [], bindParameters, trace: false };
  engine.run({ ...bare, epoch: number, text }, () => {});
  const { name, flow } = await engine.targetFiles({ files, flowOptions }, number);
  if (!flow || flow.problem !== undefined) return undefined;
  const customTargets = [{ name, patterns: [], operators: [], files, flowOptions }];
  return { text, pipeline: flow.pipeline, optLevel: flow.optLevel, target: name, customTargets, bindParameters };
}
