/** The guide in the page's address: `#guide=pass/MergeComposite`. */
import { isEmbedded } from "./site.ts";

const form = /^#guide(?:=(.*))?$/s;

/** The address of the guide's page that a fragment asks for, empty for its first one; undefined where it asks for none. */
export function guideAddressOf(fragment: string): string | undefined {
  const found = form.exec(fragment);
  return found ? (found[1] ?? "") : undefined;
}

/** The fragment that opens a page of the guide. */
export function guideFragment(address: string): string {
  return address === "" ? "#guide" : `#guide=${address}`;
}

/** Where a link to a page of the guide goes: from within another page, to a page of its own. */
export function guideLink(address: string): { readonly href: string; readonly target?: "_blank"; readonly rel?: "noreferrer" } {
  const fragment = guideFragment(address);
  return isEmbedded() ? { href: location.origin + location.pathname + fragment, target: "_blank", rel: "noreferrer" } : { href: fragment };
}
