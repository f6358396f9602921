/** A program's output as text: what it prints and logs, then the exception that ended it, with its lines. */
import { Machine, type MachineOptions } from "../src/index.ts";

export function runProgram(text: string, options: MachineOptions = {}): string {
  const machine = new Machine(options);
  const outcome = machine.loadText("__main__", text, "main.py");
  const lines = machine.log.filter((r) => r.isShown).map((r) => (r.level === "print" ? r.message : `${r.level}:${r.logger}:${r.message}`));
  if (outcome.kind === "raised") {
    const { type, message, stack } = outcome;
    lines.push(
      `${type}${message === "" ? "" : `: ${message}`} (line ${stack
        .filter((s) => s.file === "main.py")
        .map((s) => s.line)
        .join(", ")})`,
    );
  } else if (outcome.kind === "exhausted") lines.push(outcome.message);
  return lines.join("\n");
}
