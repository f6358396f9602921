/** Sentences about a given value that does not work. */
import type { GivableName } from "@relayscope/engine";

/** An expression that is given in place of a name, and the applied one; empty if there is none. */
interface Given {
  readonly row: GivableName;
  readonly expression: string;
  readonly inForce: string;
}

/** Why an expression does not work, by the problem's message: a sentence. */
export function whyRefused({ row: { name }, expression }: Given, message: string): string {
  const raises = `TargetError: ${name} is given \`${expression}\`, which raises `;
  const reason = message.startsWith(raises) ? message.slice(raises.length).replace(/\.$/, "") : undefined;
  const unknown = /^NameError: name '(\w+)' is not defined$/.exec(reason ?? "")?.[1];
  if (unknown !== undefined) return `\`${unknown}\` is not defined.`;
  return reason === undefined ? `${message.replace(/\.$/, "")}.` : `\`${expression}\` raises ${reason}.`;
}

/** What the run uses instead: a sentence. */
export function usedInstead({ row: { kind, value }, inForce }: Omit<Given, "expression">): string {
  if (inForce !== "") return `The run uses \`${inForce}\`.`;
  if (value !== undefined) return `The run uses \`${value}\`, as in the file.`;
  return kind === "missing" ? "The run has no value for it." : "The run uses the file's own.";
}
