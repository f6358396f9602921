/** Values of settings as they are written on the command line. */

/**
 * Reads a value of a setting's type: `true`, `7.0.0`, `a,b`, lists with or without brackets and quotes; other types as
 * JSON. Undefined if the text is not such a value.
 */
export function settingValue(text: string, type: string): unknown {
  const items = text
    .replace(/[[\]"\s]/g, "")
    .split(type === "int[]" ? /[.,]/ : ",")
    .filter((item) => item !== "");
  switch (type) {
    case "boolean":
      return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined;
    case "string":
      return text;
    case "int[]":
      return items.every((item) => /^-?\d+$/.test(item)) ? items.map(Number) : undefined;
    case "string[]":
      return items;
    default:
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
  }
}
