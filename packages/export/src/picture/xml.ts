/**
 * Text in XML. All untrusted strings go through `xmlText`: their markup stays text, and characters that XML cannot
 * represent are dropped.
 */

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** A string as the content of an element or of an attribute in quotes. */
export function xmlText(text: string): string {
  const allowed = text.replace(
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    "",
  );
  return allowed.replace(/[&<>"']/g, (c) => entities[c] ?? c);
}

/** An element without children, or with a content that is markup already. */
export function element(name: string, attributes: Readonly<Record<string, string | number | undefined>>, content?: string): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? round(value) : xmlText(String(value))}"`)
    .join("");
  return content === undefined ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
