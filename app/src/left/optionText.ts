/** Values of options as text in their fields. */
import type { PassInfo } from "@relayscope/engine";

type Option = Pick<PassInfo["options"][number], "type" | "default" | "length">;

/**
 * Parses typed text as a value of an option; undefined if it is not one. Strings are taken literally, lists with or
 * without brackets, the rest as JSON. An empty field is the empty list for a list without a fixed length, and the
 * default for everything else.
 */
export function parseOption(text: string, option: Option): unknown {
  const { type, length } = option;
  if (type === "string") return text;
  if (text.trim() === "") {
    return length === undefined && (type === "int[]" || (type === "string[]" && option.default !== null)) ? [] : option.default;
  }
  const value = valueOf(text, type);
  switch (type) {
    case "int":
      return Number.isSafeInteger(value) ? value : undefined;
    case "float":
      return typeof value === "number" ? value : undefined;
    case "int[]": {
      const isList = Array.isArray(value) && value.every(Number.isSafeInteger);
      return isList && (length === undefined || value.length === length) ? value : undefined;
    }
    case "string[]":
      return Array.isArray(value) && value.every((v) => typeof v === "string") ? value : undefined;
    default:
      return value;
  }
}

function valueOf(text: string, type: string): unknown {
  const isBareList = type.endsWith("[]") && !/[[\]"{}]/.test(text);
  // A version is written with dots.
  const words = text.split(type === "int[]" ? /[\s,.]+/ : /[\s,]+/).filter((word) => word !== "");
  if (isBareList) return type === "int[]" ? words.map(Number) : words;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What to write into the field of an option, a sentence. */
export function optionWanted(option: Option): string {
  const { type, length } = option;
  const like = shownOption(option.default, type);
  const example = like === "" ? "" : `, as \`${like}\``;
  switch (type) {
    case "int":
      return `Write a whole number${example}.`;
    case "float":
      return `Write a number${example}.`;
    case "int[]":
      return `Write ${length === undefined ? "" : `${length} `}whole numbers${example}.`;
    case "string[]":
      return `Write names with commas between them${example}.`;
    default:
      return `Write JSON${example}.`;
  }
}

/** A value as it is in its field: lists without brackets and quotes. */
export function shownOption(value: unknown, type: string): string {
  if (value === null || value === undefined) return "";
  if (type === "string" && typeof value === "string") return value;
  const isPlain = Array.isArray(value) && type.endsWith("[]") && value.every((item) => /^[^\s,[\]"{}]+$/.test(String(item)));
  return isPlain ? value.join(", ") : JSON.stringify(value);
}
