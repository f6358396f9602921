/** CPython's answers for programs: one process for all. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("reference.py", import.meta.url));

/**
 * What each program prints, and how it ends; null for one that takes too long. `RELAYSCOPE_PYTHON` names another
 * CPython 3.11 than `python3`.
 */
export function referenceOutputs(programs: readonly string[]): readonly (string | null)[] {
  const { stdout, stderr, status } = spawnSync(process.env.RELAYSCOPE_PYTHON ?? "python3", [script], {
    input: programs.map((p) => `${JSON.stringify(p)}\n`).join(""),
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(`The reference ended with ${status}: ${stderr}`);
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as string | null);
}
