/** What a file's checks and rules answered, call by call, as records have it. */
import { call, hostFunction, type Machine, PyException, PyFloat, PyTuple, str, typeName, type Value } from "@relayscope/python";

/** An exception as records have it: its class, and the last line of its message. */
export interface RecordedError {
  readonly error: { readonly code: string; readonly message: string };
}

/** An answer as records have it: plain values as they are, others as text. */
export type RecordedAnswer = null | boolean | number | string | RecordedError;

/** An exception as records have it. */
function recordedError(machine: Machine, error: PyException): RecordedError {
  const { type, message } = machine.describe(error);
  return errorRecord(type, message);
}

/** An error's class and message as records have it, without the folders of paths. */
export function errorRecord(code: string, message: string): RecordedError {
  const last = message.trim().split("\n").at(-1) || code;
  return { error: { code, message: last.replace(/(\/[\w.+-]+){2,}\//g, "").slice(0, 300) } };
}

function recordedAnswer(machine: Machine, value: Value): RecordedAnswer {
  if (value === null || typeof value === "boolean" || typeof value === "string" || typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (value instanceof PyFloat) return value.value;
  return `${typeName(value)}: ${str(machine, value)}`;
}

/** A function that calls another and records the result. */
export function logging(machine: Machine, callee: Value, record: (answer: RecordedAnswer) => void): Value {
  return hostFunction("call", "*args", (_m, args = null) => {
    const { frame } = machine;
    let answer: Value;
    try {
      answer = call(machine, callee, args instanceof PyTuple ? args.items : []);
    } catch (error) {
      machine.frame = frame;
      if (error instanceof PyException) record(recordedError(machine, error));
      throw error;
    }
    record(recordedAnswer(machine, answer));
    return answer;
  });
}
