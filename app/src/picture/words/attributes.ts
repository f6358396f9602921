/** The attributes of an operator, as far as a box has room for them. */

const lists: Readonly<Record<string, string>> = { strides: "stride", padding: "pad", dilation: "dilation" };
const shortNames: Readonly<Record<string, string>> = { indices_or_sections: "sections" };
/** The shape of the result already shows these. */
const shownByShape = new Set(["channels", "units", "newshape"]);
const windows = new Set(["kernel_size", "pool_size"]);

/**
 * `3×3`, `stride 2` and `pad 1` for `strides=[2, 2] padding=[1, 1, 1, 1] channels=64 kernel_size=[3, 3]`. The most
 * interesting attributes of a window come first.
 */
export function briefAttributes(detail: string): readonly string[] {
  const first: string[] = [];
  const rest: string[] = [];
  for (const part of detail === "" ? [] : detail.split("  ")) {
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(part) ?? ["", "", part];
    const numbers = /^\[(.+)\]$/.exec(value)?.[1]?.split(", ") ?? [];
    const isEven = numbers.length > 0 && numbers.every((number) => number === numbers[0]);
    const short = Object.hasOwn(lists, name) ? lists[name] : undefined;
    if (windows.has(name) && numbers.length > 0) first.push(numbers.join("×"));
    else if (short !== undefined && numbers.length > 0) rest.push(`${short} ${isEven ? numbers[0] : numbers.join(" ")}`);
    else if (!shownByShape.has(name))
      rest.push(name === "" ? value : `${(Object.hasOwn(shortNames, name) ? shortNames[name] : undefined) ?? name} ${value}`);
  }
  return [...first, ...rest];
}

/** As many of them as fit in a line, with the number of those left out; empty if not even the first fits. */
export function attributeLine(parts: readonly string[], fits: (line: string) => boolean): string {
  for (let count = parts.length; count > 0; count--) {
    const rest = parts.length - count;
    const line = `${parts.slice(0, count).join(", ")}${rest > 0 ? ` +${rest}` : ""}`;
    if (fits(line)) return line;
  }
  return "";
}
