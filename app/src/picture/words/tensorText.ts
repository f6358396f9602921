import type { Scene } from "../scene.ts";

/** The tensors of an edge: `float32 1×64×56×56`, `int8 1×64×56×56 and 2 more`; empty if they are unknown. */
export function tensorText({ dtype, shape, tensors }: Scene["answer"]["graph"]["edges"][number]): string {
  const type = [dtype, shape].filter((t) => t !== "").join(" ");
  return tensors > 1 ? `${type} and ${tensors - 1} more` : type;
}
