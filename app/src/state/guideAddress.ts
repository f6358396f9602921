/** The guide in the page's address: `#guide=pass/MergeComposite`. */
import { isEmbedded } from "./site.ts";

const form = /^#guide(?:=(.*))?$/s;

/** The page of the guide that a fragment asks for, empty for its first page; undefined if it asks for none. */
export function guideAddressOf(fragment: string): string | undefined {
  const found = form.exec(fragment);
  return found ? (found[1] ?? "") : undefined;
}

/** The fragment that opens a page of the guide. */
export function guideFragment(address: string): string {
  return address === "" ? "#guide" : `#guide=${address}`;
}

/** The target of a link to a page of the guide. From within another page it opens a page of its own. */
export function guideLink(address: string): { readonly href: string; readonly target?: "_blank"; readonly rel?: "noreferrer" } {
  const fragment = guideFragment(address);
  return isEmbedded() ? { href: location.origin + location.pathname + fragment, target: "_blank", rel: "noreferrer" } : { href: fragment };
}
