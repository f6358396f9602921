/** Lists of operators by which passes decide, for the library's Python. Tuples: programs share them. */
import { dnnlHeavyOperators } from "@relayscope/passes";
import { precisionLists } from "@relayscope/passes/all";
import { PyTuple, type Value } from "@relayscope/python";

export const operatorLists: Readonly<Record<string, Value>> = {
  always_narrow: new PyTuple(precisionLists.always),
  follow_narrow: new PyTuple(precisionLists.follow),
  never_narrow: new PyTuple(precisionLists.never),
  dnnl_heavy_operators: new PyTuple([...dnnlHeavyOperators]),
};
