/** The words of patterns, for completion: what each takes, and in a few words what it matches or adds. */

export interface PatternWord {
  readonly name: string;
  readonly params: readonly string[];
  readonly doc: string;
}

function words(table: Readonly<Record<string, string>>): readonly PatternWord[] {
  return Object.entries(table).map(([head, doc]) => {
    const [name = "", ...params] = head.split(" ");
    return { name, params, doc };
  });
}

/** What can be called by itself: `is_op`, `wildcard`, and the classes after them. */
export const patternFunctions = words({
  wildcard: "anything",
  "is_op op_name": "an operator",
  is_constant: "a constant",
  "is_var name": "a variable",
  "is_expr expr": "an equal expression",
  "is_tuple fields": "a tuple",
  "is_tuple_get_item tuple_value index": "an item of a tuple",
  "is_if cond true_branch false_branch": "an if",
  "is_let var value body": "a let",
  "has_attr attrs pattern": "with attributes",
  "has_dtype dtype pattern": "of a dtype",
  "has_shape shape pattern": "of a shape",
  "has_type ttype pattern": "of a type",
  "dominates parent path child": "a parent reached over a path",
  "ExprPattern expr": "an equal expression",
  "VarPattern name_hint": "a variable",
  ConstantPattern: "a constant",
  "CallPattern op args": "a call",
  "FunctionPattern params body": "a function",
  "IfPattern cond true_branch false_branch": "an if",
  "LetPattern var value body": "a let",
  "TuplePattern fields": "a tuple",
  "TupleGetItemPattern tuple_value index": "an item of a tuple",
  "AltPattern left right": "either",
  WildcardPattern: "anything",
  "TypePattern pattern ttype": "of a type",
  "DataTypePattern pattern dtype": "of a dtype",
  "ShapePattern pattern shape": "of a shape",
  "AttrPattern pattern attrs": "with attributes",
  "DominatorPattern parent path child": "a parent reached over a path",
  "const value dtype": "a scalar constant",
  "TensorType shape dtype": "a tensor's type",
  "TupleType fields": "a tuple's type",
  "get op_name": "an operator",
});

/** What can be called on a pattern: `.optional`, `.has_attr`. */
export const patternMethods = words({
  "optional option_constructor": "this, or this with something after it",
  "has_attr attrs": "with attributes",
  "has_dtype dtype": "of a dtype",
  "has_shape shape": "of a shape",
  "has_type ttype": "of a type",
  "dominates parent path": "this, with a parent reached over a path",
  "redirect_to pat": "makes a wildcard represent a larger pattern",
});
