import type { Scene } from "../scene.ts";

/** What flows along an edge: `float32 1×64×56×56`, `int8 1×64×56×56 and 2 more`; empty where that is not known. */
export function tensorText({ dtype, shape, tensors }: Scene["answer"]["graph"]["edges"][number]): string {
  const type = [dtype, shape].filter((t) => t !== "").join(" ");
  return tensors > 1 ? `${type} and ${tensors - 1} more` : type;
}
