/** Matching by backtracking; each try of a part is a step of the machine's budget. */
import { type Runtime, spend } from "../../model/runtime.ts";
import type { ClassPart, Flags, Pattern } from "./pattern.ts";

interface State {
  readonly m: Runtime;
  readonly codes: readonly number[];
  /** Start and end of each group; -1 where it did not take part. */
  readonly spans: number[];
}

/** What follows a part: whether the rest matches from there. */
type Then = (at: number) => boolean;

type Part = (s: State, at: number, then: Then) => boolean;

type Test = (code: number) => boolean;

export interface Found {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly number[];
}

/** Tries to match at one place: anything, the whole text from there, or something that is not empty. */
export type Matcher = (m: Runtime, codes: readonly number[], at: number, what: "any" | "whole" | "some") => Found | undefined;

export function compilePattern(body: Pattern, groups: number): Matcher {
  const part = compile(body);
  return (m, codes, at, what) => {
    const spans: number[] = new Array(2 * (groups + 1)).fill(-1);
    let end = -1;
    const isFound = part({ m, codes, spans }, at, (last) => {
      if (what === "whole" ? last !== codes.length : what === "some" && last === at) return false;
      end = last;
      return true;
    });
    return isFound ? { start: at, end, spans } : undefined;
  };
}

function isWord(code: number | undefined, ascii: boolean): boolean {
  if (code === undefined) return false;
  if (code < 128) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
  return !ascii && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
}

function isDigit(code: number, ascii: boolean): boolean {
  return code < 128 ? code >= 48 && code <= 57 : !ascii && /\p{Nd}/u.test(String.fromCodePoint(code));
}

function isSpace(code: number, ascii: boolean): boolean {
  if (code < 128) return (code >= 9 && code <= 13) || code === 32 || (!ascii && code >= 28 && code <= 31);
  return !ascii && (code === 0x85 || /\s/.test(String.fromCodePoint(code)));
}

function classTest(part: ClassPart, ascii: boolean): Test {
  if (part.kind === "range") return (code) => code >= part.from && code <= part.to;
  switch (part.letter) {
    case "d":
      return (code) => isDigit(code, ascii);
    case "D":
      return (code) => !isDigit(code, ascii);
    case "w":
      return (code) => isWord(code, ascii);
    case "W":
      return (code) => !isWord(code, ascii);
    case "s":
      return (code) => isSpace(code, ascii);
    default:
      return (code) => !isSpace(code, ascii);
  }
}

function otherCases(code: number): readonly number[] {
  const char = String.fromCodePoint(code);
  return [code, char.toLowerCase().codePointAt(0) ?? code, char.toUpperCase().codePointAt(0) ?? code];
}

/** The test of a part that takes one character; undefined for other parts. */
function single(pattern: Pattern): Test | undefined {
  switch (pattern.kind) {
    case "char": {
      const { code } = pattern;
      if (!pattern.flags.ignoreCase) return (other) => other === code;
      const cases = otherCases(code);
      return (other) => cases.includes(other) || otherCases(other).includes(code);
    }
    case "any":
      return pattern.flags.dotAll ? () => true : (code) => code !== 10;
    case "class": {
      const tests = pattern.parts.map((part) => classTest(part, pattern.flags.ascii));
      const { isNegated, flags } = pattern;
      if (flags.ignoreCase) return (code) => otherCases(code).some((c) => tests.some((test) => test(c))) !== isNegated;
      return (code) => tests.some((test) => test(code)) !== isNegated;
    }
    default:
      return undefined;
  }
}

function compile(pattern: Pattern): Part {
  const test = single(pattern);
  if (test) {
    return (s, at, then) => {
      spend(s.m, 1);
      const code = s.codes[at];
      return code !== undefined && test(code) && then(at + 1);
    };
  }
  switch (pattern.kind) {
    case "sequence":
      return compileSequence(pattern.parts.map(compile));
    case "either": {
      const options = pattern.options.map(compile);
      return (s, at, then) => options.some((option) => option(s, at, then));
    }
    case "repeat":
      return compileRepeat(pattern);
    case "group":
      return compileGroup(pattern.index, compile(pattern.body));
    case "atomic":
      return once(compile(pattern.body));
    case "reference":
      return compileReference(pattern.index, pattern.flags);
    case "look":
      return compileLook(pattern);
    case "conditional": {
      const yes = compile(pattern.yes);
      const no = compile(pattern.no);
      return (s, at, then) => ((s.spans[2 * pattern.index + 1] ?? -1) >= 0 ? yes : no)(s, at, then);
    }
    default:
      return compileAnchor(pattern);
  }
}

function compileSequence(parts: readonly Part[]): Part {
  const from = (s: State, index: number, at: number, then: Then): boolean => {
    const part = parts[index];
    return part ? part(s, at, (next) => from(s, index + 1, next, then)) : then(at);
  };
  return (s, at, then) => from(s, 0, at, then);
}

function compileGroup(index: number, body: Part): Part {
  return (s, at, then) => {
    const before = [s.spans[2 * index] ?? -1, s.spans[2 * index + 1] ?? -1] as const;
    const isFound = body(s, at, (end) => {
      const inside = [s.spans[2 * index] ?? -1, s.spans[2 * index + 1] ?? -1] as const;
      s.spans[2 * index] = at;
      s.spans[2 * index + 1] = end;
      if (then(end)) return true;
      [s.spans[2 * index], s.spans[2 * index + 1]] = inside;
      return false;
    });
    if (!isFound) [s.spans[2 * index], s.spans[2 * index + 1]] = before;
    return isFound;
  };
}

/** A part that is not tried again once it has matched. */
function once(body: Part): Part {
  return (s, at, then) => {
    let end = -1;
    const isFound = body(s, at, (last) => {
      end = last;
      return true;
    });
    return isFound && then(end);
  };
}

function compileRepeat(pattern: Extract<Pattern, { kind: "repeat" }>): Part {
  const test = single(pattern.body);
  const { least, most, mode } = pattern;
  const part = test ? repeatSingle(test, least, most, mode === "lazy") : repeatPart(compile(pattern.body), least, most, mode === "lazy");
  return mode === "possessive" ? once(part) : part;
}

/** One character again and again: counted in a loop, without using the stack. */
function repeatSingle(test: Test, least: number, most: number, isLazy: boolean): Part {
  return (s, at, then) => {
    const fits = (place: number): boolean => {
      const code = s.codes[place];
      return code !== undefined && test(code);
    };
    let count = 0;
    while (count < (isLazy ? least : most) && fits(at + count)) {
      spend(s.m, 1);
      count++;
    }
    if (count < least) return false;
    if (isLazy) {
      for (;;) {
        spend(s.m, 1);
        if (then(at + count)) return true;
        if (count >= most || !fits(at + count)) return false;
        count++;
      }
    }
    for (; count >= least; count--) {
      spend(s.m, 1);
      if (then(at + count)) return true;
    }
    return false;
  };
}

function repeatPart(body: Part, least: number, most: number, isLazy: boolean): Part {
  const from = (s: State, count: number, at: number, then: Then): boolean => {
    spend(s.m, 1);
    const again = () =>
      count < most &&
      body(s, at, (next) => {
        // A round that takes nothing is not repeated.
        if (next === at && count >= least) return false;
        return from(s, count + 1, next, then);
      });
    if (count < least) return again();
    return isLazy ? then(at) || again() : again() || then(at);
  };
  return (s, at, then) => from(s, 0, at, then);
}

function compileReference(index: number, flags: Flags): Part {
  return (s, at, then) => {
    const start = s.spans[2 * index] ?? -1;
    const end = s.spans[2 * index + 1] ?? -1;
    if (end < 0) return false;
    spend(s.m, 1 + end - start);
    for (let i = 0; i < end - start; i++) {
      const a = s.codes[start + i] ?? 0;
      const b = s.codes[at + i];
      if (b === undefined || (a !== b && !(flags.ignoreCase && otherCases(a).includes(b)))) return false;
    }
    return then(at + end - start);
  };
}

function compileLook({ body, isBehind, isNegated, width }: Extract<Pattern, { kind: "look" }>): Part {
  const inner = compile(body);
  return (s, at, then) => {
    spend(s.m, 1);
    const from = isBehind ? at - width : at;
    const kept = [...s.spans];
    const isFound = from >= 0 && inner(s, from, (end) => !isBehind || end === at);
    if (isFound === isNegated) {
      for (const [i, value] of kept.entries()) s.spans[i] = value;
      return false;
    }
    if (isNegated) for (const [i, value] of kept.entries()) s.spans[i] = value;
    return then(at);
  };
}

function compileAnchor(pattern: Pattern): Part {
  const holds = anchorTest(pattern);
  return (s, at, then) => {
    spend(s.m, 1);
    return holds(s.codes, at) && then(at);
  };
}

function anchorTest(pattern: Pattern): (codes: readonly number[], at: number) => boolean {
  const boundary = (codes: readonly number[], at: number, ascii: boolean) => isWord(codes[at - 1], ascii) !== isWord(codes[at], ascii);
  switch (pattern.kind) {
    case "start":
      return (codes, at) => at === 0 || (pattern.flags.multiline && codes[at - 1] === 10);
    case "end":
      return (codes, at) => {
        if (at === codes.length || (at === codes.length - 1 && codes[at] === 10)) return true;
        return pattern.flags.multiline && codes[at] === 10;
      };
    case "textStart":
      return (_codes, at) => at === 0;
    case "textEnd":
      return (codes, at) => at === codes.length;
    case "boundary":
      return (codes, at) => codes.length > 0 && boundary(codes, at, pattern.flags.ascii);
    case "notBoundary":
      return (codes, at) => codes.length > 0 && !boundary(codes, at, pattern.flags.ascii);
    default:
      throw new Error(`${pattern.kind} is no anchor.`);
  }
}
