/** `str.format`: replacement fields by position, name, attribute and index. */
import { format } from "../core/formatting.ts";
import { getAttribute } from "../core/protocol.ts";
import { asciiText, repr, str } from "../core/representation.ts";
import { getItem } from "../core/subscripts.ts";
import { raised, valueError } from "../model/exceptions.ts";
import { claim, type Runtime, spend, walk } from "../model/runtime.ts";
import { type Keywords, PyObject, type Value } from "../model/value.ts";

/** Values by name: keywords, or a mapping that is asked as `format_map` does. */
type Named = Keywords | Value;

class Fields {
  private next = 0;
  private isNumbered: boolean | undefined = undefined;

  constructor(
    private readonly m: Runtime,
    private readonly args: readonly Value[],
    private readonly named: Named,
  ) {}

  render(text: string, level: number): string {
    if (level > 2) throw valueError("Max string recursion exceeded");
    let out = "";
    for (let at = 0; at < text.length; at++) {
      const char = text[at];
      if (char === "{" && text[at + 1] === "{") {
        out += "{";
        at++;
      } else if (char === "}") {
        if (text[at + 1] !== "}") throw valueError("Single '}' encountered in format string");
        out += "}";
        at++;
      } else if (char === "{") {
        const end = this.closing(text, at);
        out += this.field(text.slice(at + 1, end), level);
        // Memory for a string that grows is charged once it is no longer small.
        claim(this.m, out.length > 64 ? 16 : 0);
        at = end;
      } else out += char;
    }
    return out;
  }

  private closing(text: string, from: number): number {
    let depth = 0;
    for (let at = from; at < text.length; at++) {
      if (text[at] === "{") depth++;
      else if (text[at] === "}" && --depth === 0) return at;
      else if (text[at] === "[" && depth === 1) {
        const close = text.indexOf("]", at);
        if (close > 0) at = close;
      }
    }
    throw valueError(from + 1 >= text.length ? "Single '{' encountered in format string" : "expected '}' before end of string");
  }

  private field(body: string, level: number): string {
    spend(this.m, 1);
    const found = /^((?:[^[:!]|\[[^\]]*\]?)*)(?:!([^:]*))?(?::([\s\S]*))?$/.exec(body);
    const [, name = "", conversion, spec = ""] = found ?? [];
    if (conversion !== undefined && conversion.length !== 1) {
      throw valueError(conversion === "" ? "unmatched '{' in format spec" : "expected ':' after conversion specifier");
    }
    const value = this.valueOf(name);
    const converted = this.convert(value, conversion);
    return format(this.m, converted, spec.includes("{") ? this.render(spec, level + 1) : spec);
  }

  private convert(value: Value, conversion: string | undefined): Value {
    switch (conversion) {
      case undefined:
        return value;
      case "s":
        return str(this.m, value);
      case "r":
        return repr(this.m, value);
      case "a":
        return asciiText(repr(this.m, value));
      default:
        throw valueError(`Unknown conversion specifier '${conversion}'`);
    }
  }

  private valueOf(name: string): Value {
    const first = /^[^.[]*/.exec(name)?.[0] ?? "";
    let value = this.first(first);
    const rest = name.slice(first.length);
    const step = /\.([^.[]*)|\[([^\]]*)\]|(.)/g;
    for (const [, attribute, index, other] of rest.matchAll(step)) {
      if (other !== undefined) throw valueError("Only '.' or '[' may follow ']' in format field specifier");
      if (attribute === "" || index === "") throw valueError("Empty attribute in format string");
      if (attribute !== undefined) value = getAttribute(this.m, value, attribute);
      else if (index !== undefined) value = getItem(this.m, value, /^\d+$/.test(index) ? Number(index) : index);
    }
    return value;
  }

  private first(name: string): Value {
    if (name === "" || /^\d+$/.test(name)) {
      const isNumbered = name !== "";
      if (this.isNumbered !== undefined && this.isNumbered !== isNumbered) {
        throw valueError(
          isNumbered
            ? "cannot switch from automatic field numbering to manual field specification"
            : "cannot switch from manual field specification to automatic field numbering",
        );
      }
      this.isNumbered = isNumbered;
      const at = isNumbered ? Number(name) : this.next++;
      const value = this.args[at];
      if (value === undefined) throw raised("IndexError", `Replacement index ${at} out of range for positional args tuple`);
      return value;
    }
    const { named } = this;
    if (named instanceof PyObject || named === null || typeof named !== "object") return getItem(this.m, named, name);
    const value = named.get(name);
    if (value === undefined) throw raised("KeyError", name);
    return value;
  }
}

/** `text.format(*args, **named)`. */
export function formatFields(m: Runtime, text: string, args: readonly Value[], named: Named): string {
  walk(m, text);
  return new Fields(m, args, named).render(text, 0);
}
