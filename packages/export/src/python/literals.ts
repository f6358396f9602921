/**
 * Values as Python literals. Untrusted values appear in a script only as data: every string goes through
 * `pythonString`.
 */

/** A string in double quotes, in ASCII: nothing in it can end the literal, hide, or turn the text around. */
export function pythonString(text: string): string {
  let out = '"';
  for (const character of text) out += escaped(character);
  return `${out}"`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '"' || character === "\\") return `\\${character}`;
  if (character === "\n") return "\\n";
  if (code >= 32 && code < 127) return character;
  if (code < 256) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
}

/** Python in ASCII: other characters occur only in strings, where an escape is equivalent. */
export function asciiPython(line: string): string {
  return line.replace(/[^\x20-\x7e]/gu, escaped);
}

/** A comment of one line, in printable ASCII. */
export function pythonComment(text: string): string {
  return `# ${text.replace(/[^\x20-\x7e]/g, "?")}`;
}

/** A value of JSON as a literal; what JSON has no form for is None. */
export function pythonValue(value: unknown): string {
  if (typeof value === "string") return pythonString(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "None";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return "None";
  return `{${Object.entries(value)
    .map(([key, inner]) => `${pythonString(key)}: ${pythonValue(inner)}`)
    .join(", ")}}`;
}

/** A text of many lines as one string, a line of Python a line of text. */
export function pythonText(text: string): string {
  const lines = text.split("\n").map((line, i, all) => `    ${pythonString(i < all.length - 1 ? `${line}\n` : line)}`);
  return `(\n${lines.join("\n")}\n)`;
}
