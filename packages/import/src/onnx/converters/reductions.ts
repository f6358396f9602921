/** Reductions along axes, cumulative sums, and sequences reversed. */
import { type Expr, raise } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, multiply, subtract } from "../../relay/arithmetic.ts";
import { axisList, cast, expandDims, type IntegerList, reduce, squeeze, unary } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";
import { valueOf } from "../import/values.ts";

type Axes = number | IntegerList;
type Reduction = (c: Conversion, x: Expr, axes: Axes, keepdims: boolean) => Expr;

function plain(name: string): Reduction {
  return (c, x, axes, keepdims) => reduce(c.r, name, x, axes, keepdims);
}

const logSumExp: Reduction = ({ r }, x, axes, keepdims) => {
  const most = reduce(r, "max", x, axes, true);
  const sum = reduce(r, "sum", unary(r, "exp", subtract(r, x, most)), axes, true);
  const out = add(r, unary(r, "log", sum), most);
  return keepdims ? out : squeeze(r, out, typeof axes === "number" ? [axes] : axes);
};

/** A scalar counts as a vector of one. */
function dataOf(c: Conversion): Expr {
  const x = c.input(0);
  return c.r.rankOf(x) === 0 ? expandDims(c.r, x, 0) : x;
}

function allAxes(c: Conversion, x: Expr): readonly number[] {
  return [...c.r.sizesOf(x).keys()];
}

function keepsDims(c: Conversion): boolean {
  return Boolean(c.attributes.int("keepdims", 1));
}

function byAttributes(reduction: Reduction): Converter {
  return (c) => {
    const x = dataOf(c);
    const axes = c.attributes.ints("axes") ?? allAxes(c, x);
    if (c.inputs.length > 1) throw new ConversionFailure(`its axes are an input, which is not read in opset ${c.opset}.`);
    return reduction(c, x, axes, keepsDims(c));
  };
}

function constantAxis(c: Conversion, axes: Expr): number | undefined {
  if (axes.kind !== "Constant") return undefined;
  const first = c.r.numbersOf(axes)[0] ?? raise(new ConversionFailure("its axes are an empty list."));
  return Number(first);
}

const dynamicAxes = "its axes are not constant, which is not supported.";

/** From opset 12 on, axes may be an input; of a constant list the reference takes the first alone. */
function byInput(reduction: Reduction): Converter {
  return (c) => {
    if (c.inputs.length !== 2) return byAttributes(reduction)(c, c.r);
    const x = dataOf(c);
    const axes = c.optional(1);
    const axis = (axes && constantAxis(c, axes)) ?? raise(new ConversionFailure(dynamicAxes));
    return reduction(c, x, axis, keepsDims(c));
  };
}

function byOptionalInput(reduction: Reduction): Converter {
  return (c) => {
    const x = dataOf(c);
    const axes = c.optional(1);
    const count = axes ? (c.r.knownSizesOf(axes)[0] ?? raise(new ConversionFailure("its axes are a scalar."))) : 0;
    if (c.attributes.int("noop_with_empty_axes", 0) && count === 0) return x;
    if (c.inputs.length !== 2) return byAttributes(reduction)(c, c.r);
    const axis = axes && constantAxis(c, axes);
    if (axis !== undefined) return reduction(c, x, axis, keepsDims(c));
    if (count > 0) throw new ConversionFailure(dynamicAxes);
    return reduction(c, x, allAxes(c, x), keepsDims(c));
  };
}

function reduced(reduction: Reduction): Converter {
  return versioned({ 1: byAttributes(reduction), 12: byInput(reduction), 13: byOptionalInput(reduction) });
}

const sum = plain("sum");

/** A sum of what each element becomes. */
function sumOf(before: (c: Conversion, x: Expr) => Expr, after: (c: Conversion, x: Expr) => Expr = (_, x) => x): Converter {
  return byAttributes((c, x, axes, keepdims) => after(c, sum(c, before(c, x), axes, keepdims)));
}

const square = (c: Conversion, x: Expr) => multiply(c.r, x, x);

function extreme(name: "argmax" | "argmin"): Converter {
  return (c) => {
    c.demandCount(1);
    const place = c.r.call(name, c.all(), {
      axis: axisList(c.attributes.int("axis", 0)),
      keepdims: keepsDims(c),
      exclude: false,
      select_last_index: Boolean(c.attributes.int("select_last_index", 0)),
    });
    return cast(c.r, place, "int64");
  };
}

const cumSum: Converter = (c, r) => {
  const dim = c.optional(1);
  const axis = dim ? Number(valueOf(c, dim)[0]) : null;
  const exclusive = Boolean(c.attributes.int("exclusive", 0));
  const running = (x: Expr) => r.call("cumsum", [x], { axis, exclusive });
  if (!c.attributes.int("reverse", 0)) return running(c.input(0));
  const flipped = r.call("reverse", [c.input(0)], { axis });
  return r.call("reverse", [running(flipped)], { axis });
};

export const reductions: ConverterTable = {
  ArgMax: extreme("argmax"),
  ArgMin: extreme("argmin"),
  CumSum: cumSum,
  ReduceL1: sumOf((c, x) => unary(c.r, "abs", x)),
  ReduceL2: sumOf(square, (c, x) => unary(c.r, "sqrt", x)),
  ReduceLogSum: sumOf(
    (_, x) => x,
    (c, x) => unary(c.r, "log", x),
  ),
  ReduceLogSumExp: reduced(logSumExp),
  ReduceMax: reduced(plain("max")),
  ReduceMean: reduced(plain("mean")),
  ReduceMin: reduced(plain("min")),
  ReduceProd: reduced(plain("prod")),
  ReduceSum: reduced(sum),
  ReduceSumSquare: sumOf(square),
  ReverseSequence: (c) =>
    c.r.call("reverse_sequence", [c.input(0), c.input(1)], {
      seq_axis: c.attributes.demandInt("time_axis"),
      batch_axis: c.attributes.demandInt("batch_axis"),
    }),
};
