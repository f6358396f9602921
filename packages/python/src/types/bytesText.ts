/** The methods of bytes that are those of texts, with a byte for each character. */
import { collect } from "../core/iteration.ts";
import { call, getAttribute, typeName } from "../core/protocol.ts";
import { PyBytes, PyList, PyTuple } from "../model/containers.ts";
import { typeError, unavailable } from "../model/exceptions.ts";
import { PyBuiltin } from "../model/functions.ts";
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";

const asText = ({ bytes }: PyBytes): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Bytes as a text of as many characters, also inside tuples; ints and None as they are. */
function textOfBytes(value: Value): Value {
  if (value instanceof PyBytes) return asText(value);
  if (value instanceof PyTuple) return new PyTuple(value.items.map(textOfBytes));
  if (typeof value === "string") throw typeError("a bytes-like object is required, not 'str'");
  return value;
}

function bytesOfText(value: Value): Value {
  if (typeof value === "string") return new PyBytes(Uint8Array.from(value, (char) => char.charCodeAt(0)));
  if (value instanceof PyList) return new PyList(value.items.map(bytesOfText));
  return value instanceof PyTuple ? new PyTuple(value.items.map(bytesOfText)) : value;
}

const names = "startswith endswith find rfind index rindex count replace ljust rjust partition rpartition split rsplit strip lstrip rstrip";

/** What is white in bytes: texts have more. */
const white = " \t\n\r\v\f";

function joined(m: Runtime, self: Value, given: Value): Value {
  const parts = collect(m, given).map((item, at) => {
    if (item instanceof PyBytes) return asText(item);
    throw typeError(`sequence item ${at}: expected a bytes-like object, ${typeName(item)} found`);
  });
  return parts.join(self instanceof PyBytes ? asText(self) : "");
}

export const bytesTextMethods: readonly PyBuiltin[] = [
  new PyBuiltin("join", (m, [self = null, given = null]) => bytesOfText(joined(m, self, given)), { isMethod: true }),
  ...names.split(" ").map((name) => {
    const run = (m: Runtime, args: readonly Value[]): Value => {
      const [self = null, ...rest] = args.map(textOfBytes);
      const isWhite = rest[0] === undefined || rest[0] === null;
      if (name.endsWith("strip") && isWhite) rest[0] = white;
      // Texts have more white space than bytes.
      if (name.endsWith("split") && isWhite && /[\x1c-\x1f\x80-\xff]/.test(String(self))) throw unavailable("splitting such bytes is");
      return bytesOfText(call(m, getAttribute(m, self, name), rest));
    };
    return new PyBuiltin(name, run, { isMethod: true });
  }),
];
