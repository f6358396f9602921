/** The functions of `numpy` that print arrays and set how they are printed. */
import { truth } from "../core/equality.ts";
import { textOf } from "../core/numbers.ts";
import { hostFunction } from "../host/native.ts";
import { dictClass } from "../model/classes.ts";
import { typeError, unavailable } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, numberFrom } from "./array.ts";
import { type Members, put } from "./members.ts";
import { arrayRepr, arrayString, arrayText, type PrintOptions, printOptions, setPrintOptions } from "./printing.ts";

/** Options with one value each here, which is numpy's own. */
const fixed: readonly (readonly [string, Value])[] = [
  ["nanstr", "nan"],
  ["infstr", "inf"],
  ["sign", "-"],
  ["floatmode", "maxprec"],
  ["legacy", false],
];

type Given = Readonly<Partial<Record<string, Value>>>;

function count(value: Value | undefined, known: number): number {
  if (value === undefined || value === null) return known;
  const number = numberFrom(value);
  if (!number) throw typeError("an option of printing must be a number");
  return Number(number.value);
}

/** Options with those that are given in place of the known ones. */
function withGiven(m: Runtime, known: PrintOptions, given: Given): PrintOptions {
  for (const [name, only] of fixed) {
    const value = given[name] ?? null;
    if (value !== null && value !== only) throw unavailable(`the option ${name} of numpy's printing is`);
  }
  const suppress = given.suppress ?? null;
  return {
    precision: count(given.precision, known.precision),
    threshold: count(given.threshold, known.threshold),
    edgeitems: count(given.edgeitems, known.edgeitems),
    linewidth: count(given.linewidth, known.linewidth),
    suppress: suppress === null ? known.suppress : truth(m, suppress),
    formatter: given.formatter ?? null,
  };
}

function named(names: readonly string[], values: readonly Value[]): Given {
  return Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]));
}

const setNames = "precision threshold edgeitems linewidth suppress nanstr infstr formatter sign floatmode".split(" ");
const ofString = "linewidth precision suppress separator prefix style formatter threshold edgeitems sign floatmode suffix".split(" ");
const ofText = "linewidth precision suppress".split(" ");
const limits = "max_line_width=None, precision=None, suppress_small=None";

export function fillPrinting(members: Members): void {
  put(members, "set_printoptions", `${setNames.map((n) => `${n}=None`).join(", ")}, *, legacy=None`, (m, ...given) => {
    setPrintOptions(m, withGiven(m, printOptions(m), named([...setNames, "legacy"], given)));
    return null;
  });
  members.set("get_printoptions", hostFunction("get_printoptions", "", optionsOf));
  const separated = "separator=' ', prefix='', style=None, formatter=None, threshold=None, edgeitems=None";
  put(
    members,
    "array2string",
    `a, ${limits}, ${separated}, sign=None, floatmode=None, suffix='', *, legacy=None`,
    (m, a = null, ...given) => {
      const { separator, prefix, suffix, ...rest } = named([...ofString, "legacy"], given);
      const known = printOptions(m);
      const options = withGiven(m, known, { ...rest, formatter: rest.formatter ?? known.formatter });
      const [between, before, after] = [separator, prefix, suffix].map((text) => textOf(text ?? null) ?? "");
      return arrayString(m, arrayFrom(m, a), { options, separator: between ?? " ", prefix: before ?? "", suffix: after ?? "" });
    },
  );
  const under = (m: Runtime, given: readonly Value[]): PrintOptions => {
    const known = printOptions(m);
    return withGiven(m, known, { ...named(ofText, given), formatter: known.formatter });
  };
  put(members, "array_repr", `arr, ${limits}`, (m, a = null, ...given) => arrayRepr(m, arrayFrom(m, a), under(m, given)));
  put(members, "array_str", `a, ${limits}`, (m, a = null, ...given) => {
    const array = arrayFrom(m, a);
    return array.shape.length === 0 ? arrayText(m, array) : arrayString(m, array, { options: under(m, given) });
  });
}

/** `np.get_printoptions()`. */
function optionsOf(m: Runtime): Value {
  const { edgeitems, threshold, precision, suppress, linewidth, formatter } = printOptions(m);
  const made = new PyDict(dictClass);
  const [nan, inf, sign, mode, legacy] = fixed;
  const all = [["edgeitems", edgeitems], ["threshold", threshold], mode, ["precision", precision], ["suppress", suppress]] as const;
  const rest = [["linewidth", linewidth], nan, inf, sign, ["formatter", formatter], legacy] as const;
  for (const pair of [...all, ...rest]) if (pair) made.setText(pair[0], pair[1]);
  return made;
}
