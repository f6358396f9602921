/**
 * A model as a case writes it: a line a tensor, `NAME: TYPE SIZES [= VALUES] [scale=..] [zero=..] [signature=..]`, then
 * a line an operator, `OUTPUTS = OPERATOR(INPUTS) [OPTIONS TABLE] [KINDslot=VALUE ...]`. `= *` fills a tensor with
 * small numbers; `_` is an input that is not given. Tensors without values that no operator makes are the model's
 * inputs, what no operator takes its outputs.
 */
import { emptyArray, setElement } from "@relayscope/ir";
import {
  type GraphParts,
  type OperatorParts,
  type OptionField,
  type TensorParts,
  type TypeName,
  writeModel,
} from "../../bench/tflite/writeModel.ts";
import { type OptionTable, optionTypes, typeNames } from "../../src/tflite/file/schema.ts";

const declaration = /^(\S*): (\w+) ?([-\dx]*)((?: \w+=\S+| = \S+)*)$/;
const operatorLine = /^(.*?) = (\w+)\((.*?)\)(.*)$/;
const fieldWord = /^(byte|int|float|flag|ints)(\d+)=(.*)$/;

/** The file of a case. */
export function modelOf(text: string): Uint8Array {
  const tensors: TensorParts[] = [];
  const places = new Map<string, number>();
  const lines = text.split("\n");
  for (const line of lines) {
    const match = declaration.exec(line);
    if (!match) continue;
    const [, name = "", type = "", sizes = "", rest = ""] = match;
    places.set(name, tensors.push(tensorOf(name, type, sizes, rest)) - 1);
  }
  const place = (name: string) => (name === "_" ? -1 : (places.get(name) ?? missing(name)));
  const operators = lines.flatMap((line): OperatorParts[] => {
    const match = operatorLine.exec(line);
    if (!match || declaration.test(line)) return [];
    const [, outputs = "", op = "", inputs = "", rest = ""] = match;
    return [{ op, inputs: namesIn(inputs).map(place), outputs: namesIn(outputs).map(place), ...optionsIn(rest) }];
  });
  return writeModel([whole(tensors, operators)]);
}

function whole(tensors: readonly TensorParts[], operators: readonly OperatorParts[]): GraphParts {
  const made = new Set(operators.flatMap(({ outputs }) => outputs));
  const used = new Set(operators.flatMap(({ inputs }) => inputs));
  const all = tensors.map((_, i) => i);
  return {
    tensors,
    operators,
    inputs: all.filter((i) => !made.has(i) && !tensors[i]?.data),
    outputs: all.filter((i) => made.has(i) && !used.has(i)),
  };
}

function namesIn(list: string): readonly string[] {
  return list.trim() === "" ? [] : list.split(",").map((name) => name.trim());
}

function missing(name: string): never {
  throw new Error(`There is no tensor ${name}.`);
}

function sizesIn(text: string): readonly number[] {
  return text === "" ? [] : text.split("x").map(Number);
}

function numbersIn(text: string): readonly number[] {
  return text.startsWith("[") ? (JSON.parse(text) as readonly number[]) : [Number(text)];
}

function tensorOf(name: string, type: string, sizes: string, rest: string): TensorParts {
  const typeName = typeNames.find((known) => known === type) ?? missing(type);
  const words = new Map(
    rest.trim() === "" ? [] : [...rest.matchAll(/ (\w*) ?=(?: )?(\S+)/g)].map(([, key = "", value = ""]) => [key, value]),
  );
  const shape = sizesIn(sizes);
  const values = words.get("");
  const [scale, zero, signature] = [words.get("scale"), words.get("zero"), words.get("signature")];
  return {
    name,
    type: typeName,
    shape,
    ...(values === undefined ? {} : { data: bytesOf(typeName, shape, values) }),
    ...(scale === undefined ? {} : { scales: numbersIn(scale) }),
    ...(zero === undefined ? {} : { zeroPoints: numbersIn(zero) }),
    ...(signature === undefined ? {} : { signature: sizesIn(signature) }),
  };
}

function bytesOf(dtype: TypeName, shape: readonly number[], text: string): Uint8Array {
  const count = shape.reduce((product, size) => product * size, 1);
  const given = text === "*" ? Array.from({ length: count }, (_, i) => (i % 7) - 3) : numbersIn(text);
  const values = emptyArray(dtype, given.length) ?? missing(dtype);
  given.forEach((value, i) => {
    setElement({ dtype, shape: [given.length], values }, i, dtype === "bool" ? Math.abs(value) % 2 : value);
  });
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function optionsIn(rest: string): Pick<OperatorParts, "options"> {
  const [table, ...words] = rest.trim().split(" ");
  if (!table) return {};
  const fields = words.map((word): OptionField => {
    const [, kind = "", slot = "", value = ""] = fieldWord.exec(word) ?? [];
    const named = (["byte", "int", "float", "flag", "ints"] as const).find((k) => k === kind) ?? missing(word);
    return { slot: Number(slot), kind: named, value: named === "ints" ? numbersIn(value) : Number(value) };
  });
  return { options: { table: isOptionTable(table) ? table : Number(table), fields } };
}

function isOptionTable(name: string): name is OptionTable {
  return Object.hasOwn(optionTypes, name);
}
