/** Answers of the reference compiler to cases, by a script of this folder. RELAYSCOPE_REFERENCE names its Python. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** What a script answers to cases, in no certain order. Throws where there is no reference. */
export function answersOf<T>(script: URL, cases: readonly unknown[]): readonly T[] {
  const python = process.env.RELAYSCOPE_REFERENCE;
  if (!python) throw new Error("RELAYSCOPE_REFERENCE does not name a Python that has the reference compiler.");
  const input = cases.map((c) => JSON.stringify(c)).join("\n");
  const { stdout } = spawnSync(python, [fileURLToPath(script)], { input, encoding: "utf8", maxBuffer: 1 << 30 });
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as T);
}
