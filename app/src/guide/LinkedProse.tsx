import type { Catalog } from "@relayscope/engine";
import { guideLink } from "../state/guideAddress.ts";
import { usePageState } from "../state/page.ts";
import { Prose } from "../ui/Prose.tsx";

const known = new WeakMap<Catalog, ReadonlyMap<string, string>>();

/** The pages of passes and targets, by their names. */
function pagesOf(catalog: Catalog): ReadonlyMap<string, string> {
  let pages = known.get(catalog);
  if (!pages) {
    pages = new Map([
      ...catalog.targets.map(({ name }) => [name, `target/${name}`] as const),
      ...catalog.passes.map(({ name }) => [name, `pass/${name}`] as const),
    ]);
    known.set(catalog, pages);
  }
  return pages;
}

/** A sentence whose parts in backquotes are code; passes and targets among them lead to their pages of the guide. */
export function LinkedProse({ text }: { readonly text: string }) {
  const catalog = usePageState((s) => s.catalog);
  const pages = catalog && pagesOf(catalog);
  return text.split("`").map((part, i) => {
    const address = i % 2 === 1 ? pages?.get(part) : undefined;
    const written = i % 2 === 1 ? `\`${part}\`` : part;
    return address === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <Prose key={i} text={written} />
    ) : (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
        key={i}
        {...guideLink(address)}
        title={`About ${part}, in the guide`}
        className="underline decoration-accent-line decoration-dotted underline-offset-2 hover:text-accent"
      >
        <Prose text={written} />
      </a>
    );
  });
}
