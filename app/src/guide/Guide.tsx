import { type GuidePage, guideOf, type Guide as Pages, rooms, searchOf } from "@relayscope/guide";
import { List, Search, X } from "lucide-react";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { bringNear } from "../hooks/bringNear.ts";
import { useListener } from "../hooks/useListener.ts";
import { useIsWide } from "../hooks/useWidth.ts";
import { guideFragment } from "../state/guideAddress.ts";
import { type Page, usePage, usePageState } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Blocks } from "./Blocks.tsx";
import { Live } from "./Live.tsx";
import { createLivePage } from "./livePage.ts";
import { MarkedText } from "./MarkedText.tsx";
import "./guide.css";

const firstPage = "topic/byoc";
/** From this width on the list of pages is next to the page. */
const listBeside = 960;

/** The guide, over the page: an entry for every pass, target and cause, and some for concepts. Escape closes it. */
export function Guide() {
  const main = usePage();
  const { actions } = main;
  const [{ page: live, dispose }] = useState(() => createLivePage(main));
  const catalog = usePageState((s) => s.catalog);
  const address = usePageState((s) => s.guide) || firstPage;
  const guide = useMemo(() => catalog && guideOf(catalog), [catalog]);
  const search = useMemo(() => guide && searchOf(guide), [guide]);
  const [query, setQuery] = useState("");
  // In a narrow window the list is in the place of the page. It opens with a search, and closes when a page is chosen.
  const [listAt, setListAt] = useState<string>();
  const isBeside = useIsWide(listBeside);
  const isListShown = isBeside || listAt === address;
  const closeList = () => setListAt(undefined);
  const page = guide?.pageAt(address);
  const title = page?.title;

  useListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) actions.showGuide(undefined);
  });
  useEffect(() => {
    if (title === undefined) return;
    const before = document.title;
    document.title = `${title} · Relayscope`;
    return () => {
      document.title = before;
    };
  }, [title]);
  useEffect(() => dispose, [dispose]);

  const ask = (asked: string) => {
    setQuery(asked);
    setListAt(asked === "" ? undefined : address);
  };
  const openFirst = () => {
    const [first] = search?.(query.trim()) ?? [];
    if (!first) return;
    closeList();
    actions.showGuide(first.page.address);
  };
  return (
    <div className="guide fixed inset-0 z-30 flex flex-col bg-page text-head leading-[23px]">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-panel px-3">
        {!isBeside && (
          <IconButton
            icon={List}
            label="List of pages"
            isPressed={isListShown}
            onClick={() => setListAt(isListShown ? undefined : address)}
          />
        )}
        <span className="text-head font-semibold">Guide</span>
        <label className="ml-2 flex h-8 max-w-96 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-page px-2 text-ink-3 focus-within:border-accent">
          <Search size={14} aria-hidden />
          <input
            type="search"
            aria-label="Search the guide"
            placeholder="Search titles and texts"
            value={query}
            onChange={(event) => ask(event.target.value)}
            onKeyDown={(event) => {
              if (query === "" || (event.key !== "Escape" && event.key !== "Enter")) return;
              event.preventDefault();
              if (event.key === "Enter") openFirst();
              else ask("");
            }}
            className="min-w-0 flex-1 bg-transparent text-head text-ink outline-none placeholder:text-ink-3"
          />
        </label>
        <span className="flex-1" />
        <IconButton icon={X} label="Close the guide (Esc)" onClick={() => actions.showGuide(undefined)} />
      </header>
      <div className="flex min-h-0 flex-1">
        {isListShown && guide && search && <PageList guide={guide} search={search} address={address} query={query} onChoose={closeList} />}
        <main aria-label="Page of the guide" className={`min-w-0 flex-1 overflow-y-auto ${isListShown && !isBeside ? "hidden" : ""}`}>
          {guide && page && <PageView key={address} guide={guide} page={page} live={live} />}
          {guide && !page && <Empty title="The guide has no page with this address" />}
        </main>
      </div>
    </div>
  );
}

interface PageListProps {
  readonly guide: Pages;
  readonly search: ReturnType<typeof searchOf>;
  readonly address: string;
  readonly query: string;
  readonly onChoose: () => void;
}

/** All pages by section, or the results of a search. */
function PageList({ guide, search, address, query, onChoose }: PageListProps) {
  const asked = useDeferredValue(query.trim());
  const found = useMemo(() => search(asked), [search, asked]);
  return (
    <nav
      aria-label="Pages of the guide"
      className="w-76 shrink-0 overflow-y-auto border-r border-line bg-panel px-2 py-3 text-body leading-5 max-[959px]:w-full max-[959px]:border-r-0"
    >
      <p role="status" className={asked === "" ? "sr-only" : "px-2 pb-2 text-ink-3"}>
        {asked === "" ? "" : found.length === 1 ? "1 page" : `${found.length} pages`}
      </p>
      {asked !== "" ? (
        <ol>
          {found.map(({ page, excerpt }) => (
            <li key={page.address}>
              <PageLink page={page} isCurrent={page.address === address} note={excerpt} onChoose={onChoose} />
            </li>
          ))}
        </ol>
      ) : (
        Object.entries(rooms).map(([room, name]) => (
          <section key={room} aria-label={name} className="mb-3">
            <h2 className="px-2 pb-0.5 text-note font-semibold tracking-wide text-ink-3 uppercase">{name}</h2>
            <ul>
              {guide.pages
                .filter((page) => page.room === room)
                .map((page) => (
                  <li key={page.address}>
                    <PageLink page={page} isCurrent={page.address === address} onChoose={onChoose} />
                  </li>
                ))}
            </ul>
          </section>
        ))
      )}
    </nav>
  );
}

interface PageLinkProps {
  readonly page: GuidePage;
  readonly isCurrent: boolean;
  readonly note?: string;
  readonly onChoose: () => void;
}

function PageLink({ page, isCurrent, note, onChoose }: PageLinkProps) {
  return (
    <a
      onClick={onChoose}
      ref={isCurrent ? bringNear : null}
      href={guideFragment(page.address)}
      {...(isCurrent ? { "aria-current": "page" } : {})}
      className={`block rounded-md px-2 py-1 break-words hover:bg-hover ${isCurrent ? "bg-accent-soft font-medium text-accent" : ""}`}
    >
      {page.title.replace(/^Cause: /, note === undefined ? "" : "Cause: ")}
      {note !== undefined && <span className="block text-small leading-4 font-normal text-ink-3">{note}</span>}
    </a>
  );
}

interface PageViewProps {
  readonly guide: Pages;
  readonly page: GuidePage;
  readonly live: Page;
}

function takeFocus(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
}

function PageView({ guide, page, live }: PageViewProps) {
  // The picture comes after the first section, which says what to look for in it.
  const second = page.blocks.findIndex((block, i) => i > 0 && block.kind === "heading");
  const first = second < 0 ? page.blocks.length : second;
  return (
    <article className="mx-auto max-w-[1180px] px-5 pt-6 pb-16">
      <p className="text-small text-ink-3">{rooms[page.room]}</p>
      <h1 ref={takeFocus} tabIndex={-1} className="text-title leading-9 font-semibold tracking-[-0.015em] break-words outline-none">
        {page.title}
      </h1>
      <p className="mt-1 max-w-[76ch] text-head leading-6 text-ink-2">
        <MarkedText text={page.lead} guide={guide} />
      </p>
      <Blocks blocks={page.blocks.slice(0, first)} guide={guide} />
      {page.live && <Live live={live} run={page.live} address={page.address} guide={guide} />}
      <Blocks blocks={page.blocks.slice(first)} guide={guide} />
    </article>
  );
}
