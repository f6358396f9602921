/** Ends a switch over a closed union: a missing case does not compile; at run time it throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
