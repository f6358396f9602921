import { bytesText } from "@relayscope/engine";
import { grouped, plural } from "../ui/format.ts";
import type { SelectedCard } from "./selectedStack.ts";

/** A card of several operators: all that it holds, none of them in particular. */
export function CardFacts({ card: { what, calls, operators, bytesIn, bytesOut } }: { readonly card: SelectedCard }) {
  return (
    <div className="border-b border-line px-3 py-2.5">
      <h2 className="text-head font-semibold break-words">
        {what}, {plural(calls, "operator")}
      </h2>
      <p className="text-ink-2">{operators.map(({ name, count }) => (count > 1 ? `${name} ×${grouped(count)}` : name)).join(", ")}</p>
      <p className="text-ink-2">
        {bytesText(bytesIn)} in, {bytesText(bytesOut)} out. Open the card to ask about one of its operators.
      </p>
    </div>
  );
}
