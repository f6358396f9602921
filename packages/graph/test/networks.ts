/** The networks of the folder of this name. */
import { func, moduleOf, variable } from "@relayscope/ir";
import { apply, begin, end } from "./build.ts";

/** A chain of regions and host stretches; a line a card: its target and its operators. */
export function network(text: string) {
  const x = variable("x");
  let value: ReturnType<typeof apply> = x;
  for (const line of text.trim().split("\n")) {
    const [target = "", ...operators] = line.split(" ");
    if (target !== "host") value = begin(value, target);
    for (const operator of operators) value = apply(operator, value);
    if (target !== "host") value = end(value, target);
  }
  return moduleOf([["main", func({ params: [x], body: value })]]);
}
