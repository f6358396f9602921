/** Realizing operators of one argument: the scale stays. */
import { attrOf, numberOf } from "@relayscope/ir";
import { assumptionOf, cast, dataAs, type RealizeRule, type RealizeState } from "./quantized.ts";

/** The same operator on the quantized data. */
export const identity: RealizeRule = (call, args, held, make) => {
  const given = held.of(args[0]);
  return given && held.hold({ ...given, data: make.over(call, [given.data]) });
};

/** The bounds are divided by the scale. */
export const clip: RealizeRule = (call, args, held, make) => {
  const given = held.of(args[0]);
  if (!given) return undefined;
  const bound = (name: string) => ({ kind: "Float", value: (numberOf(attrOf(call.attrs, name)) ?? 0) / given.scale.value }) as const;
  const bounds = { a_min: bound("a_min"), a_max: bound("a_max") };
  return held.hold({ ...given, data: make.over(call, [given.data], bounds, assumptionOf(given)) });
};

/** Pooling by maximum runs on the data type of inputs. */
export function maxPool({ config }: RealizeState): RealizeRule {
  const dtype = config.dtypes.input;
  return (call, args, held, make) => {
    const given = held.of(args[0]);
    return given && held.hold({ ...given, data: make.over(call, [cast(given.data, dtype, make)]), dtype });
  };
}

/** Pooling by average adds up, so it runs on the data type of activations. */
export function averagePool({ config }: RealizeState): RealizeRule {
  const dtype = config.dtypes.activation;
  return (call, args, held, make) => {
    const given = held.of(args[0]);
    return given && held.hold({ ...given, data: make.over(call, [dataAs(given, dtype, make)]), dtype });
  };
}

/** The hint becomes a cast. */
export const castHint: RealizeRule = (call, args, held, make) => {
  const given = held.of(args[0]);
  if (!given) return undefined;
  const dtype = String(attrOf(call.attrs, "dtype") ?? "");
  return held.hold({ ...given, data: cast(given.data, dtype, make), dtype });
};
