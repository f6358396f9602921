import type { Catalog } from "@relayscope/engine";
import { guideLink } from "../state/guideAddress.ts";
import { targetNamed } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
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

/** The words before a file's name in a sentence about a line of a target's file. */
const lineOf = /line (\d+) of $/;

const dotted = "underline decoration-accent-line decoration-dotted underline-offset-2 hover:text-accent";

/**
 * A sentence whose parts in backquotes are code. Passes and targets link to their pages of the guide, lines of target
 * files to the line.
 */
export function LinkedProse({ text }: { readonly text: string }) {
  const { actions } = usePage();
  const catalog = usePageState((s) => s.catalog);
  const files = usePageState((s) => targetNamed(s)?.files);
  const pages = catalog && pagesOf(catalog);
  const parts = text.split("`");
  return parts.map((part, i) => {
    const address = i % 2 === 1 ? pages?.get(part) : undefined;
    const written = i % 2 === 1 ? `\`${part}\`` : part;
    const line = i % 2 === 1 && files?.some(({ name }) => name === part) ? lineOf.exec(parts[i - 1] ?? "")?.[1] : undefined;
    if (line !== undefined) {
      const place = { file: part, line: Number(line) };
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
        <button key={i} type="button" title={`Show line ${line}`} onClick={() => actions.showCode(place)} className={dotted}>
          <Prose text={written} />
        </button>
      );
    }
    return address === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <Prose key={i} text={written} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
      <a key={i} {...guideLink(address)} title={`About ${part}, in the guide`} className={dotted}>
        <Prose text={written} />
      </a>
    );
  });
}
