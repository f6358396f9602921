/** What a notice says of the weights of a document; loaded with the first that has any. */
import type { SentValues } from "@relayscope/engine/models";
import { plural } from "../../ui/format.ts";
import type { ActionContext } from "./context.ts";

/** A sentence on which weights have values. */
export function heldValues(sent: SentValues | undefined): string {
  if (!sent || sent.values.constants.size + sent.values.parameters.size === 0)
    return "Weights have types, not values: a link holds only the text.";
  const left = sent.left > 0 ? ` ${plural(sent.left, "weight")} are too large to be kept, and have only types.` : "";
  return `The values of its weights are next to the text here; a link holds only the text.${left}`;
}

/** Reports that a model is open. */
export function sayImported({ notify }: ActionContext, name: string, sent: SentValues | undefined): void {
  notify({ id: "model", tone: "info", hasLesson: true, text: `\`${name}\` as Relay. ${heldValues(sent)}` });
}
