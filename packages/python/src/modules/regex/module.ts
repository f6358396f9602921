/** `re`. */
import { collect, PyIterator } from "../../core/iteration.ts";
import { clampedIndex, intOf, textOf } from "../../core/numbers.ts";
import { call, typeName } from "../../core/protocol.ts";
import { quoted } from "../../core/representation.ts";
import { hostClass, hostFunction, hostMethod, hostModule } from "../../host/native.ts";
import { intClass, typeClass } from "../../model/classes.ts";
import { PyBoxed, PyList, PyTuple } from "../../model/containers.ts";
import { exceptionClassOf, narrowing, PyException, raised, typeError } from "../../model/exceptions.ts";
import { PyGetSet } from "../../model/functions.ts";
import type { PyModule } from "../../model/module.ts";
import { claim, type Runtime, spend, walk } from "../../model/runtime.ts";
import { PyDict } from "../../model/table.ts";
import { PyClass, PyObject, type Value } from "../../model/value.ts";
import { compilePattern, type Found, type Matcher } from "./matcher.ts";
import { type Flags, PatternFailure, readPattern } from "./pattern.ts";

const bits = {
  ASCII: 256,
  A: 256,
  IGNORECASE: 2,
  I: 2,
  MULTILINE: 8,
  M: 8,
  DOTALL: 16,
  S: 16,
  VERBOSE: 64,
  X: 64,
  UNICODE: 32,
  U: 32,
  LOCALE: 4,
  L: 4,
  NOFLAG: 0,
  DEBUG: 128,
} as const;

class RegexPattern extends PyObject {
  readonly bits: number;

  constructor(
    readonly text: string,
    given: number,
    readonly match: Matcher,
    readonly groups: number,
    readonly names: ReadonlyMap<string, number>,
  ) {
    super(patternClass);
    this.bits = given;
  }
}

/** A text by code points. */
class Subject {
  readonly chars: readonly string[];
  readonly codes: readonly number[];

  constructor(
    m: Runtime,
    readonly text: string,
  ) {
    claim(m, text.length * 16);
    spend(m, text.length >> 2);
    this.chars = [...text];
    this.codes = this.chars.map((c) => c.codePointAt(0) ?? 0);
  }

  slice(start: number, end: number): string {
    return this.chars.slice(start, end).join("");
  }
}

class RegexMatch extends PyObject {
  readonly spans: readonly number[];

  constructor(
    readonly pattern: RegexPattern,
    readonly subject: Subject,
    { start, end, spans }: Found,
  ) {
    super(matchClass);
    this.spans = [start, end, ...spans.slice(2)];
  }

  place(group: Value): number {
    const name = textOf(group);
    const at = name === undefined ? (intOf(group) ?? -1) : (this.pattern.names.get(name) ?? -1);
    if (at < 0 || at > this.pattern.groups) throw raised("IndexError", "no such group");
    return Number(at);
  }

  group(at: number, otherwise: Value = null): Value {
    const start = this.spans[2 * at] ?? -1;
    return start < 0 ? otherwise : this.subject.slice(start, this.spans[2 * at + 1] ?? start);
  }
}

const errorClass = new PyClass({ name: "error", module: "re", bases: [exceptionClassOf("Exception")], metaclass: typeClass });
const patternClass = hostClass({ name: "Pattern", module: "re", members: {} });
const matchClass = hostClass({ name: "Match", module: "re", members: {} });
const flagClass = new PyClass({ name: "RegexFlag", module: "re", bases: [intClass], metaclass: typeClass });

const asPattern = narrowing(RegexPattern, (value) => typeError(`a pattern is needed, not ${typeName(value)}`));

const asMatch = narrowing(RegexMatch, (value) => typeError(`a match is needed, not ${typeName(value)}`));

/** Compiles a text to a pattern; a compiled pattern is returned as it is. */
function compile(m: Runtime, given: Value, flags: Value): RegexPattern {
  const asked = Number(intOf(flags) ?? 0);
  if (given instanceof RegexPattern) {
    if (asked !== 0) throw raised("ValueError", "cannot process flags argument with a compiled pattern");
    return given;
  }
  const text = textOf(given);
  if (text === undefined) throw typeError("first argument must be string or compiled pattern");
  walk(m, text);
  const kept = cacheOf(m);
  const key = `${asked} ${text}`;
  const known = kept.get(key);
  if (known) return known;
  spend(m, text.length);
  const made = read(text, asked);
  if (kept.size < 500) kept.set(key, made);
  return made;
}

function cacheOf(m: Runtime): Map<string, RegexPattern> {
  const known = m.kept.get(RegexPattern);
  if (known instanceof Map) return known;
  const made = new Map<string, RegexPattern>();
  m.kept.set(RegexPattern, made);
  return made;
}

function read(text: string, asked: number): RegexPattern {
  const has = (bit: number) => (asked & bit) !== 0;
  const flags: Flags = { ignoreCase: has(2), multiline: has(8), dotAll: has(16), verbose: has(64), ascii: has(256) };
  try {
    const { body, groups, names } = readPattern(text, flags);
    return new RegexPattern(text, asked, compilePattern(body, groups), groups, names);
  } catch (error) {
    if (!(error instanceof PatternFailure)) throw error;
    const made = new PyException(errorClass, [`${error.message} at position ${error.at}`]);
    made.attrs = new Map<string, Value>([
      ["msg", error.message],
      ["pattern", text],
      ["pos", error.at],
    ]);
    throw made;
  }
}

function subjectOf(m: Runtime, value: Value): Subject {
  const text = textOf(value);
  if (text === undefined) throw typeError(`expected string or bytes-like object, got '${typeName(value)}'`);
  return new Subject(m, text);
}

type How = "match" | "search" | "fullmatch";

function find(m: Runtime, pattern: RegexPattern, subject: Subject, from: number, how: How): Found | undefined {
  if (how !== "search") return pattern.match(m, subject.codes, from, how === "fullmatch" ? "whole" : "any");
  return search(m, pattern, subject, from, false);
}

/** The first match from a position on; with `isFresh`, a match that starts there is not empty. */
function search(m: Runtime, pattern: RegexPattern, subject: Subject, from: number, isFresh: boolean): Found | undefined {
  for (let at = from; at <= subject.codes.length; at++) {
    spend(m, 1);
    const found = pattern.match(m, subject.codes, at, isFresh && at === from ? "some" : "any");
    if (found) return found;
  }
  return undefined;
}

/** All matches that do not overlap; after an empty match the next one is not empty, or starts later. */
function* all(m: Runtime, pattern: RegexPattern, subject: Subject): Generator<RegexMatch> {
  let at = 0;
  let isFresh = false;
  for (;;) {
    const found = search(m, pattern, subject, at, isFresh);
    if (!found) return;
    yield new RegexMatch(pattern, subject, found);
    at = found.end;
    isFresh = found.end === found.start;
  }
}

/** The text of a replacement, with groups put in. */
function expand(match: RegexMatch, template: string): string {
  return template.replace(/\\(?:g<([^>]*)>|(\d\d?)|([\s\S]))/g, (whole, name?: string, digits?: string, char?: string) => {
    if (char !== undefined) {
      const plain = new Map([
        ["n", "\n"],
        ["t", "\t"],
        ["r", "\r"],
        ["\\", "\\"],
        ["f", "\f"],
        ["v", "\v"],
        ["a", "\x07"],
      ]).get(char);
      if (plain !== undefined) return plain;
      if (/[a-zA-Z]/.test(char)) throw new PyException(errorClass, [`bad escape \\${char} at position 0`]);
      return whole;
    }
    const group = digits ?? name ?? "";
    const at = /^\d+$/.test(group) ? Number(group) : match.pattern.names.get(group);
    if (at === undefined) throw raised("IndexError", `unknown group name '${group}'`);
    if (at > match.pattern.groups) throw new PyException(errorClass, [`invalid group reference ${at} at position 1`]);
    return String(match.group(at, ""));
  });
}

function substitute(m: Runtime, pattern: RegexPattern, replacement: Value, subject: Subject, most: number): readonly [string, number] {
  const template = textOf(replacement);
  let out = "";
  let at = 0;
  let count = 0;
  for (const match of all(m, pattern, subject)) {
    const [start = 0, end = 0] = match.spans;
    const made =
      template === undefined ? textOf(call(m, replacement, [match])) : template.includes("\\") ? expand(match, template) : template;
    if (made === undefined) throw typeError("expected str instance");
    out += subject.slice(at, start) + made;
    claim(m, made.length + start - at);
    at = end;
    count++;
    if (count === most) break;
  }
  return [out + subject.slice(at, subject.codes.length), count];
}

function split(m: Runtime, pattern: RegexPattern, subject: Subject, most: number): PyList {
  const parts: Value[] = [];
  let at = 0;
  let count = 0;
  for (const match of all(m, pattern, subject)) {
    const [start = 0, end = 0] = match.spans;
    parts.push(subject.slice(at, start));
    for (let group = 1; group <= pattern.groups; group++) parts.push(match.group(group));
    at = end;
    if (++count === most) break;
  }
  parts.push(subject.slice(at, subject.codes.length));
  return new PyList(parts);
}

function findAll(m: Runtime, pattern: RegexPattern, subject: Subject): PyList {
  const rows: Value[] = [];
  for (const match of all(m, pattern, subject)) {
    const groups: Value[] = [];
    for (let group = 1; group <= pattern.groups; group++) groups.push(match.group(group, ""));
    rows.push(groups.length === 0 ? match.group(0) : groups.length === 1 ? (groups[0] ?? null) : new PyTuple(groups));
  }
  return new PyList(rows);
}

const countOf = (m: Runtime, value: Value): number => Math.max(0, clampedIndex(m, value));

function fillPattern(): void {
  for (const how of ["match", "search", "fullmatch"] as const) {
    patternClass.define(
      how,
      hostMethod(how, "self, string, pos=0, endpos=9223372036854775807", (m, self, string, pos, end) => {
        const whole = subjectOf(m, string);
        const last = Math.min(whole.codes.length, clampedIndex(m, end));
        const subject = last < whole.codes.length ? new Subject(m, whole.slice(0, last)) : whole;
        const found = find(m, asPattern(self), subject, countOf(m, pos), how);
        return found ? new RegexMatch(asPattern(self), subject, found) : null;
      }),
    );
  }
  const methods = [
    hostMethod("findall", "self, string", (m, self, string) => findAll(m, asPattern(self), subjectOf(m, string))),
    hostMethod("finditer", "self, string", (m, self, string) => {
      const found = all(m, asPattern(self), subjectOf(m, string));
      return new PyIterator(() => {
        const { value, done } = found.next();
        return done ? undefined : value;
      });
    }),
    hostMethod(
      "sub",
      "self, repl, string, count=0",
      (m, self, repl, string, count) => substitute(m, asPattern(self), repl, subjectOf(m, string), countOf(m, count))[0],
    ),
    hostMethod(
      "subn",
      "self, repl, string, count=0",
      (m, self, repl, string, count) => new PyTuple(substitute(m, asPattern(self), repl, subjectOf(m, string), countOf(m, count))),
    ),
    hostMethod("split", "self, string, maxsplit=0", (m, self, string, most) =>
      split(m, asPattern(self), subjectOf(m, string), countOf(m, most)),
    ),
    hostMethod("__repr__", "self", (_m, self) => `re.compile(${quoted(asPattern(self).text)})`),
  ];
  for (const one of methods) patternClass.define(one.name, one);
  const attributes = {
    pattern: (p: RegexPattern) => p.text,
    flags: (p: RegexPattern) => p.bits | 32,
    groups: (p: RegexPattern) => p.groups,
    groupindex: (p: RegexPattern) => {
      const made = new PyDict();
      for (const [name, at] of p.names) made.setText(name, at);
      return made;
    },
  };
  for (const [name, get] of Object.entries(attributes)) patternClass.define(name, new PyGetSet(name, (_m, self) => get(asPattern(self))));
}

function fillMatch(): void {
  const place = (name: string, pick: (m: RegexMatch, at: number) => Value) =>
    hostMethod(name, "self, group=0", (_m, self, group) => pick(asMatch(self), asMatch(self).place(group)));
  const methods = [
    hostMethod("group", "self, *groups", (m, self, groups) => {
      const asked = collect(m, groups);
      const found = (asked.length === 0 ? [0] : asked).map((g) => asMatch(self).group(asMatch(self).place(g)));
      return found.length === 1 ? (found[0] ?? null) : new PyTuple(found);
    }),
    hostMethod("__getitem__", "self, group", (_m, self, group) => asMatch(self).group(asMatch(self).place(group))),
    hostMethod("groups", "self, default=None", (_m, self, otherwise) => {
      const match = asMatch(self);
      return new PyTuple(Array.from({ length: match.pattern.groups }, (_, i) => match.group(i + 1, otherwise)));
    }),
    hostMethod("groupdict", "self, default=None", (_m, self, otherwise) => {
      const made = new PyDict();
      for (const [name, at] of asMatch(self).pattern.names) made.setText(name, asMatch(self).group(at, otherwise));
      return made;
    }),
    place("start", (m, at) => m.spans[2 * at] ?? -1),
    place("end", (m, at) => m.spans[2 * at + 1] ?? -1),
    place("span", (m, at) => new PyTuple([m.spans[2 * at] ?? -1, m.spans[2 * at + 1] ?? -1])),
    hostMethod("expand", "self, template", (_m, self, template) => expand(asMatch(self), textOf(template) ?? "")),
    hostMethod("__repr__", "self", (_m, self) => {
      const [start, end] = asMatch(self).spans;
      return `<re.Match object; span=(${start}, ${end}), match=${quoted(String(asMatch(self).group(0)))}>`;
    }),
  ];
  for (const one of methods) matchClass.define(one.name, one);
  const attributes = {
    string: (m: RegexMatch) => m.subject.text,
    re: (m: RegexMatch) => m.pattern,
    pos: () => 0,
    endpos: (m: RegexMatch) => m.subject.codes.length,
    lastindex: (m: RegexMatch) => lastGroup(m) ?? null,
    lastgroup: (m: RegexMatch) => [...m.pattern.names].find(([, at]) => at === lastGroup(m))?.[0] ?? null,
  };
  for (const [name, get] of Object.entries(attributes)) matchClass.define(name, new PyGetSet(name, (_m, self) => get(asMatch(self))));
}

/** The group that ended last. */
function lastGroup({ spans, pattern }: RegexMatch): number | undefined {
  let best: number | undefined;
  for (let at = 1; at <= pattern.groups; at++) {
    const end = spans[2 * at + 1] ?? -1;
    if (end >= 0 && (best === undefined || end >= (spans[2 * best + 1] ?? -1)))
      best = best === undefined || end > (spans[2 * best + 1] ?? -1) ? at : best;
  }
  return best;
}

const special = new Set("\\.^$*+?{}[]|()-&~# \t\n\r\v\f");

/** `re`, made for one machine. */
export function regexModule(): PyModule {
  if (!patternClass.dict.has("match")) {
    fillPattern();
    fillMatch();
  }
  const made = hostModule("re", {
    compile: hostFunction("compile", "pattern, flags=0", (m, pattern, flags) => compile(m, pattern, flags)),
    error: errorClass,
    Pattern: patternClass,
    Match: matchClass,
    RegexFlag: flagClass,
    escape: hostFunction("escape", "pattern", (m, given) => {
      const text = textOf(given) ?? "";
      walk(m, text);
      return [...text].map((c) => (special.has(c) ? `\\${c}` : c)).join("");
    }),
    purge: hostFunction("purge", "", () => null),
  });
  for (const [name, value] of Object.entries(bits)) made.names.set(name, new PyBoxed(value, flagClass));
  const through = (name: string, signature: string, order: (args: Value[]) => { pattern: Value; flags: Value; rest: Value[] }) => {
    made.names.set(
      name,
      hostFunction(name, signature, (m, ...args) => {
        const { pattern, flags, rest } = order(args);
        return call(m, patternClass.lookup(name) ?? null, [compile(m, pattern, flags), ...rest]);
      }),
    );
  };
  for (const name of ["match", "search", "fullmatch", "findall", "finditer"]) {
    through(name, "pattern, string, flags=0", ([pattern = null, string = null, flags = 0]) => ({ pattern, flags, rest: [string] }));
  }
  for (const name of ["sub", "subn"]) {
    through(name, "pattern, repl, string, count=0, flags=0", ([pattern = null, repl = null, string = null, count = 0, flags = 0]) => ({
      pattern,
      flags,
      rest: [repl, string, count],
    }));
  }
  through("split", "pattern, string, maxsplit=0, flags=0", ([pattern = null, string = null, most = 0, flags = 0]) => ({
    pattern,
    flags,
    rest: [string, most],
  }));
  return made;
}
