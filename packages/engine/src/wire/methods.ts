/** Methods by name. */

/**
 * An object that has its own methods and passes the name and arguments of every other method to `handOn`. It has no
 * `then`, so that it can be awaited.
 */
export function withMethods<Own extends object, Others extends object>(
  own: Own,
  handOn: (method: string, args: readonly unknown[]) => unknown,
): Own & Others {
  const made = new Map<string, (...args: readonly unknown[]) => unknown>();
  return new Proxy(own, {
    get(target, name) {
      if (typeof name === "symbol" || name === "then" || Object.hasOwn(target, name)) return Reflect.get(target, name);
      let method = made.get(name);
      if (!method) {
        method = (...args) => handOn(name, args);
        made.set(name, method);
      }
      return method;
    },
  }) as Own & Others;
}

/** Calls an object's own method by name. Rejects if there is none. */
export async function callMethod(target: object, method: string, args: readonly unknown[]): Promise<unknown> {
  const f: unknown = Reflect.get(target, method);
  if (typeof f !== "function") throw new TypeError(`There is no method \`${method}\`.`);
  return f.apply(target, args);
}
