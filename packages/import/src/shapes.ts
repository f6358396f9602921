/** Shapes out of the sizes that somebody chose. */
import type { ModelDescription } from "./contract.ts";

/** The shapes of all inputs that have unknown sizes, with what was chosen for them; `?` where a size stays dynamic. */
export function shapesWith(
  description: ModelDescription,
  chosen: ReadonlyMap<string, number | "?">,
): ReadonlyMap<string, readonly (number | "?")[]> {
  const shapes = new Map<string, readonly (number | "?")[]>();
  for (const { name, shape } of description.inputs) {
    if (!shape?.some((d) => typeof d === "string")) continue;
    shapes.set(
      name,
      shape.map((d) => (typeof d === "number" ? d : (chosen.get(d) ?? "?"))),
    );
  }
  return shapes;
}
