/** Modules made of a list of numbers: a property test draws the numbers, and shrinking them shrinks the module. */
import { at, type Attrs, type AttrValue, call, constant, type Expr, func, if_, let_, type Module, makeAttrs, moduleOf, op, scalarTensor, scalarType, tensorType, tuple, tupleGetItem, variable } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

const shape = tensorType([1, 4, 8, 8], "float32");

/**
 * An untyped, well-typed module: `@main` over three tensors of one type and a condition, with calls, shared values,
 * tuples, branches, lets and closures. Any list of numbers gives a module; the empty list gives the identity.
 */
export function moduleFrom(choices: readonly number[], operators: OperatorDefinitions): Module {
  const params = ["x", "y", "z"].map((name) => variable(name, shape));
  const condition = variable("c", scalarType("bool"));
  const values: Expr[] = [...params];
  const wrappers: ((body: Expr) => Expr)[] = [];
  let next = 0;
  const take = (limit: number) => Math.abs(choices[next++] ?? 0) % limit;
  const pick = () => at(values, values.length - 1 - take(Math.min(values.length, 6)));
  const scalar = () => constant(scalarTensor(take(5), "float32"), scalarType("float32"));
  while (next < choices.length) {
    const kind = take(12);
    values.push(step(kind));
  }
  let body = at(values, values.length - 1);
  for (const wrap of wrappers.reverse()) body = wrap(body);
  return moduleOf([["main", func({ params: [...params, condition], body })]]);

  function step(kind: number): Expr {
    switch (kind) {
      case 0:
        return apply("nn.relu", [pick()]);
      case 1:
        return apply("add", [pick(), pick()]);
      case 2:
        return apply("multiply", [pick(), scalar()]);
      case 3:
        return apply("sigmoid", [pick()]);
      case 4:
        return apply("nn.max_pool2d", [pick()], { pool_size: [3, 3], padding: [1, 1, 1, 1] });
      case 5: {
        const pair = tuple([pick(), pick()]);
        values.push(tupleGetItem(pair, take(2)));
        return tupleGetItem(pair, take(2));
      }
      case 6:
        return if_(condition, pick(), apply("tanh", [pick()]));
      case 7: {
        const bound = variable(`v${wrappers.length}`);
        const value = pick();
        wrappers.push((body) => let_(bound, value, body));
        return bound;
      }
      case 8: {
        const parameter = variable(`p${next}`);
        const closure = func({ params: [parameter], body: apply("exp", [apply("nn.relu", [parameter])]) });
        return call(closure, [pick()]);
      }
      case 9: {
        const split = apply("split", [pick()], { indices_or_sections: 2, axis: 1 });
        return apply("concatenate", [tuple([tupleGetItem(split, 1), tupleGetItem(split, 0)])], { axis: 1 });
      }
      case 10:
        return apply("transpose", [apply("transpose", [pick()], { axes: [0, 2, 3, 1] })], { axes: [0, 3, 1, 2] });
      default:
        return apply("clip", [pick()], { a_min: { kind: "Float", value: 0 }, a_max: { kind: "Float", value: 6 } });
    }
  }

  function apply(name: string, args: readonly Expr[], given: Readonly<Record<string, AttrValue>> = {}): Expr {
    const schema = operators.get(name)?.attrs;
    const attrs: Attrs | undefined = schema && makeAttrs(schema, given);
    return call(op(name), args, attrs);
  }
}
