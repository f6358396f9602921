/**
 * Patterns of `re`, parsed. The language is Python's; it is not handed to JavaScript's own engine, whose steps can't be
 * counted.
 */

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly verbose: boolean;
  readonly ascii: boolean;
}

export type ClassPart =
  | { readonly kind: "range"; readonly from: number; readonly to: number }
  | { readonly kind: "escape"; readonly letter: string };

export type Pattern =
  | { readonly kind: "char"; readonly code: number; readonly flags: Flags }
  | { readonly kind: "any"; readonly flags: Flags }
  | { readonly kind: "class"; readonly parts: readonly ClassPart[]; readonly isNegated: boolean; readonly flags: Flags }
  | { readonly kind: "start" | "end" | "textStart" | "textEnd" | "boundary" | "notBoundary"; readonly flags: Flags }
  | { readonly kind: "sequence"; readonly parts: readonly Pattern[] }
  | { readonly kind: "either"; readonly options: readonly Pattern[] }
  | {
      readonly kind: "repeat";
      readonly body: Pattern;
      readonly least: number;
      readonly most: number;
      readonly mode: "greedy" | "lazy" | "possessive";
    }
  | { readonly kind: "group"; readonly index: number; readonly body: Pattern }
  | { readonly kind: "atomic"; readonly body: Pattern }
  | { readonly kind: "reference"; readonly index: number; readonly flags: Flags }
  | { readonly kind: "look"; readonly body: Pattern; readonly isBehind: boolean; readonly isNegated: boolean; readonly width: number }
  | { readonly kind: "conditional"; readonly index: number; readonly yes: Pattern; readonly no: Pattern };

export interface ParsedPattern {
  readonly body: Pattern;
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  readonly flags: Flags;
}

/** Why a pattern can't be read, and where. */
export class PatternFailure {
  constructor(
    readonly message: string,
    readonly at: number,
  ) {}
}

const unlimited = Number.POSITIVE_INFINITY;

/** Reads a pattern. Throws `PatternFailure`. */
export function readPattern(text: string, flags: Flags): ParsedPattern {
  return new Reader(text, flags).whole();
}

const letters = { i: "ignoreCase", m: "multiline", s: "dotAll", x: "verbose", a: "ascii" } as const;

class Reader {
  private readonly chars: readonly string[];
  private at = 0;
  private groups = 0;
  private depth = 0;
  private readonly names = new Map<string, number>();
  private readonly open = new Set<number>();

  constructor(
    text: string,
    private flags: Flags,
  ) {
    this.chars = [...text];
  }

  whole(): ParsedPattern {
    const body = this.either();
    if (this.at < this.chars.length) throw this.failure("unbalanced parenthesis");
    return { body, groups: this.groups, names: this.names, flags: this.flags };
  }

  private failure(message: string, at = this.at): PatternFailure {
    return new PatternFailure(message, at);
  }

  private get next(): string | undefined {
    return this.chars[this.at];
  }

  private take(text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.chars[this.at + i] !== text[i]) return false;
    this.at += text.length;
    return true;
  }

  private either(): Pattern {
    if (++this.depth > 90) throw this.failure("too many groups inside one another");
    const options = [this.sequence()];
    while (this.take("|")) options.push(this.sequence());
    this.depth--;
    const [only] = options;
    return only && options.length === 1 ? only : { kind: "either", options };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    for (;;) {
      this.skipVerbose();
      if (this.next === undefined || this.next === "|" || this.next === ")") break;
      const from = this.at;
      const atom = this.atom();
      if (atom) parts.push(this.repeated(atom, from));
    }
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: "sequence", parts };
  }

  private skipVerbose(): void {
    if (!this.flags.verbose) return;
    for (;;) {
      if (this.next !== undefined && /\s/.test(this.next)) this.at++;
      else if (this.take("#")) this.skipLine();
      else return;
    }
  }

  private skipLine(): void {
    while (this.next !== undefined && this.next !== "\n") this.at++;
  }

  private repeated(atom: Pattern, from: number): Pattern {
    this.skipVerbose();
    const start = this.at;
    const bounds = this.bounds();
    if (!bounds) return atom;
    if (["start", "end", "textStart", "textEnd", "boundary", "notBoundary"].includes(atom.kind) && atom.kind !== "end") {
      throw this.failure("nothing to repeat", from);
    }
    const [least, most] = bounds;
    if (least > most) throw this.failure("min repeat greater than max repeat", start);
    const mode = this.take("?") ? "lazy" : this.take("+") ? "possessive" : "greedy";
    const made: Pattern = { kind: "repeat", body: atom, least, most, mode };
    const again = this.at;
    if (this.bounds()) throw this.failure("multiple repeat", again);
    return made;
  }

  private bounds(): readonly [number, number] | undefined {
    if (this.take("*")) return [0, unlimited];
    if (this.take("+")) return [1, unlimited];
    if (this.take("?")) return [0, 1];
    const found = /^\{(\d*)(?:(,)(\d*))?\}/.exec(this.chars.slice(this.at, this.at + 24).join(""));
    if (!found) return undefined;
    const [whole, first = "", comma, last = ""] = found;
    if (first === "" && comma === undefined) return undefined;
    this.at += whole.length;
    const least = Number(first);
    const most = comma === undefined ? least : last === "" ? unlimited : Number(last);
    return [least, most];
  }

  private atom(): Pattern | undefined {
    const { flags, at } = this;
    const char = this.next ?? "";
    this.at++;
    switch (char) {
      case ".":
        return { kind: "any", flags };
      case "^":
        return { kind: "start", flags };
      case "$":
        return { kind: "end", flags };
      case "(":
        return this.group(at);
      case "[":
        return this.characterClass(at);
      case "\\":
        return this.escape(at);
      case "*":
      case "+":
      case "?":
        throw this.failure("nothing to repeat", at);
      default:
        return { kind: "char", code: char.codePointAt(0) ?? 0, flags };
    }
  }

  private group(at: number): Pattern | undefined {
    if (!this.take("?")) return this.capture(at, undefined);
    if (this.take("P<")) return this.capture(at, this.name(">"));
    if (this.take("P=")) return this.reference(this.name(")"));
    if (this.take(":")) return this.closed(at, this.either());
    if (this.take(">")) return { kind: "atomic", body: this.closed(at, this.either()) };
    if (this.take("#")) {
      while (this.next !== undefined && this.next !== ")") this.at++;
      if (!this.take(")")) throw this.failure("missing ), unterminated comment", at);
      return undefined;
    }
    if (this.take("=")) return this.look(at, false, false);
    if (this.take("!")) return this.look(at, false, true);
    if (this.take("<=")) return this.look(at, true, false);
    if (this.take("<!")) return this.look(at, true, true);
    if (this.take("(")) return this.conditional(at);
    return this.flagGroup(at);
  }

  private closed(at: number, body: Pattern): Pattern {
    if (!this.take(")")) throw this.failure("missing ), unterminated subpattern", at);
    return body;
  }

  private capture(at: number, name: string | undefined): Pattern {
    const index = ++this.groups;
    if (index > 200) throw this.failure("too many groups", at);
    if (name !== undefined) {
      if (this.names.has(name))
        throw this.failure(`redefinition of group name '${name}' as group ${index}; was group ${this.names.get(name)}`, at);
      this.names.set(name, index);
    }
    this.open.add(index);
    const { flags } = this;
    const body = this.closed(at, this.either());
    this.flags = flags;
    this.open.delete(index);
    return { kind: "group", index, body };
  }

  private name(end: string): string {
    const from = this.at;
    while (this.next !== undefined && this.next !== end) this.at++;
    const name = this.chars.slice(from, this.at).join("");
    if (!this.take(end)) throw this.failure(`missing ${end}, unterminated name`, from);
    if (name === "") throw this.failure("missing group name", from);
    if (!/^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(name)) throw this.failure(`bad character in group name '${name}'`, from);
    return name;
  }

  private reference(name: string): Pattern {
    const index = this.names.get(name);
    if (index === undefined) throw this.failure(`unknown group name '${name}'`);
    return { kind: "reference", index, flags: this.flags };
  }

  private look(at: number, isBehind: boolean, isNegated: boolean): Pattern {
    const body = this.closed(at, this.either());
    const width = isBehind ? widthOf(body) : 0;
    if (width === undefined) throw this.failure("look-behind requires fixed-width pattern", at);
    return { kind: "look", body, isBehind, isNegated, width };
  }

  private conditional(at: number): Pattern {
    const name = this.digitsOrName();
    const index = /^\d+$/.test(name) ? Number(name) : this.names.get(name);
    if (index === undefined || index > this.groups) throw this.failure(`unknown group name '${name}'`, at);
    const yes = this.sequence();
    const no: Pattern = this.take("|") ? this.sequence() : { kind: "sequence", parts: [] };
    this.closed(at, yes);
    return { kind: "conditional", index, yes, no };
  }

  private digitsOrName(): string {
    const from = this.at;
    while (this.next !== undefined && this.next !== ")") this.at++;
    const name = this.chars.slice(from, this.at).join("");
    this.closed(from, { kind: "sequence", parts: [] });
    return name;
  }

  private flagGroup(at: number): Pattern | undefined {
    const before = this.flags;
    let isOn = true;
    const made: { -readonly [K in keyof Flags]: Flags[K] } = { ...before };
    for (;;) {
      const char = this.next ?? "";
      this.at++;
      if (char === "-") isOn = false;
      else if (char === "i" || char === "m" || char === "s" || char === "x" || char === "a") made[letters[char]] = isOn;
      else if (char === "u" || char === "L") continue;
      else if (char === ")") {
        if (at !== 0) throw this.failure("global flags not at the start of the expression", at);
        this.flags = made;
        return undefined;
      } else if (char === ":") {
        this.flags = made;
        const body = this.closed(at, this.either());
        this.flags = before;
        return body;
      } else throw this.failure(`unknown extension ?${char}`, at + 1);
    }
  }

  private escape(at: number): Pattern {
    const { flags } = this;
    const char = this.next;
    if (char === undefined) throw this.failure("bad escape (end of pattern)", at);
    if ("dDwWsS".includes(char)) {
      this.at++;
      return { kind: "class", parts: [{ kind: "escape", letter: char }], isNegated: false, flags };
    }
    const anchors = { A: "textStart", Z: "textEnd", b: "boundary", B: "notBoundary" } as const;
    if (char === "A" || char === "Z" || char === "b" || char === "B") {
      this.at++;
      return { kind: anchors[char], flags };
    }
    if (/[1-9]/.test(char)) {
      const digits = /^\d\d?/.exec(this.chars.slice(this.at, this.at + 2).join(""))?.[0] ?? "";
      const index = Number(digits);
      this.at += digits.length;
      if (index > this.groups) throw this.failure(`invalid group reference ${index}`, at + 1);
      if (this.open.has(index)) throw this.failure("cannot refer to an open group", at);
      return { kind: "reference", index, flags };
    }
    return { kind: "char", code: this.escapedCode(at), flags };
  }

  /** The code point that an escape means, in a class or outside of one. */
  private escapedCode(at: number): number {
    const char = this.next ?? "";
    this.at++;
    const plain = new Map([
      ["n", 10],
      ["t", 9],
      ["r", 13],
      ["f", 12],
      ["v", 11],
      ["a", 7],
      ["0", 0],
    ]).get(char);
    if (plain !== undefined) return plain;
    const digits = { x: 2, u: 4, U: 8 }[char];
    if (digits !== undefined) {
      const code = this.chars.slice(this.at, this.at + digits).join("");
      if (!new RegExp(`^[0-9a-fA-F]{${digits}}$`).test(code)) throw this.failure(`incomplete escape \\${char}${code}`, at);
      this.at += digits;
      return Number.parseInt(code, 16);
    }
    if (/[a-zA-Z]/.test(char)) throw this.failure(`bad escape \\${char}`, at);
    return char.codePointAt(0) ?? 0;
  }

  private characterClass(at: number): Pattern {
    const { flags } = this;
    const isNegated = this.take("^");
    const parts: ClassPart[] = [];
    for (let isFirst = true; ; isFirst = false) {
      if (this.next === undefined) throw this.failure("unterminated character set", at);
      if (this.next === "]" && !isFirst) break;
      const from = this.at;
      const low = this.classItem();
      if (this.next === "-" && this.chars[this.at + 1] !== undefined && this.chars[this.at + 1] !== "]") {
        this.at++;
        const high = this.classItem();
        const shown = this.chars.slice(from, this.at).join("");
        if (typeof low !== "number" || typeof high !== "number" || high < low) throw this.failure(`bad character range ${shown}`, from);
        parts.push({ kind: "range", from: low, to: high });
      } else parts.push(typeof low === "number" ? { kind: "range", from: low, to: low } : low);
    }
    this.at++;
    return { kind: "class", parts, isNegated, flags };
  }

  private classItem(): number | ClassPart {
    const at = this.at;
    const char = this.next ?? "";
    this.at++;
    if (char !== "\\") return char.codePointAt(0) ?? 0;
    const letter = this.next;
    if (letter === undefined) throw this.failure("bad escape (end of pattern)", at);
    if ("dDwWsS".includes(letter)) {
      this.at++;
      return { kind: "escape", letter };
    }
    if (letter === "b") {
      this.at++;
      return 8;
    }
    return this.escapedCode(at);
  }
}

/** How many characters a pattern takes, if that is always the same. */
function widthOf(pattern: Pattern): number | undefined {
  switch (pattern.kind) {
    case "char":
    case "any":
    case "class":
      return 1;
    case "sequence":
      return pattern.parts.reduce<number | undefined>((sum, part) => add(sum, widthOf(part)), 0);
    case "either": {
      const widths = pattern.options.map(widthOf);
      return widths.every((w) => w === widths[0]) ? widths[0] : undefined;
    }
    case "repeat": {
      const width = widthOf(pattern.body);
      return width !== undefined && pattern.least === pattern.most ? width * pattern.least : undefined;
    }
    case "group":
    case "atomic":
      return widthOf(pattern.body);
    case "reference":
    case "conditional":
      return undefined;
    default:
      return 0;
  }
}

function add(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a + b;
}
