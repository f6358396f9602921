/** A traced call of an expression over a program, and its reasons as text. */
import { Machine, type Traced, traceCall } from "../src/index.ts";

export function traced(text: string, expression: string): Traced {
  const machine = new Machine();
  const loaded = machine.loadText("main", text, "main.py");
  if (loaded.kind !== "value") throw new Error(loaded.message);
  const callee = machine.evaluate(`lambda: ${expression}`, loaded.value);
  if (callee.kind !== "value") throw new Error(callee.message);
  return traceCall(machine, callee.value, []);
}

export function told({ outcome, reasons, log }: Traced): string {
  const lines = reasons
    .filter((r) => r.file === "main.py")
    .map(({ line, kind, source, value, parts }) => {
      const inside = parts.map((p) => `${p.source} = ${p.value}`).join("; ");
      return `${line} ${kind}: ${source.replace(/\s*\n\s*/g, " ")} -> ${value}${inside === "" ? "" : ` (${inside})`}`;
    });
  const said = log.map((r) => `${r.level} ${r.line}: ${r.message}`);
  // Addresses depend on what ran before.
  return [...said, ...(outcome.kind === "value" ? lines : [`${outcome.message} at ${outcome.stack.at(-1)?.line}`])]
    .join("\n")
    .replace(/0x[0-9a-f]+/g, "0x");
}
