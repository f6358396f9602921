import type { PatternAnswer, PatternTry } from "@relayscope/engine";
import { ChevronDown, ChevronRight } from "lucide-react";
import { type Ref, useCallback, useId, useRef } from "react";
import { useExpanded } from "../../hooks/useExpanded.ts";
import { useRequest } from "../../hooks/useRequest.ts";
import { useUnpoint } from "../../hooks/useUnpoint.ts";
import { usePage, usePageState } from "../../state/page.ts";
import { plural } from "../../ui/format.ts";
import { Prose } from "../../ui/Prose.tsx";
import { PatternEntry } from "./PatternEntry.tsx";
import { RuleList } from "./RuleList.tsx";
import { showInTab } from "./scroll.ts";
import { type Asked, usePatterns } from "./usePatterns.ts";

/** Which patterns match at the selected node. Asked when opened. */
export function PatternSection({ stage, node }: Asked) {
  const { actions } = usePage();
  const isOpen = usePageState((s) => s.patterns.isOpen);
  const bodyId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  // Scrolls once with the heading, and once more when the list is there and its height is known.
  const isAwaited = useRef(false);
  useRequest("patterns", () => {
    isAwaited.current = sectionRef.current?.querySelector("[data-list]") === null;
    bringIntoView(sectionRef.current);
  });
  const onListed = useCallback((list: HTMLElement | null) => {
    if (list && isAwaited.current) bringIntoView(sectionRef.current);
    if (list) isAwaited.current = false;
  }, []);
  useUnpoint();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section ref={sectionRef} aria-label="Patterns" className="border-b border-line py-1.5">
      <h3>
        <button
          data-head
          type="button"
          aria-expanded={isOpen}
          {...(isOpen ? { "aria-controls": bodyId } : {})}
          onClick={() => actions.setPatternsOpen(!isOpen)}
          className="flex w-full items-center gap-1.5 px-3 py-1 text-left font-semibold outline-offset-[-2px] hover:bg-hover"
        >
          <Chevron size={13} aria-hidden className="shrink-0 text-ink-3" />
          Which patterns match here?
        </button>
      </h3>
      {isOpen && (
        <div id={bodyId}>
          <PatternTable asked={{ stage, node }} onListed={onListed} />
        </div>
      )}
    </section>
  );
}

/** Shows and focuses the open entry, else the section's heading. */
function bringIntoView(section: HTMLElement | null): void {
  const entry = section?.querySelector<HTMLElement>("li[data-pattern] > [aria-expanded=true]");
  (entry ?? section?.querySelector<HTMLElement>("[data-head]"))?.focus({ preventScroll: true });
  showInTab(entry ?? section, true);
}

interface PatternTableProps {
  readonly asked: Asked;
  /** The ref of the list. */
  readonly onListed: Ref<HTMLDivElement>;
}

function PatternTable({ asked, onListed }: PatternTableProps) {
  const answer = usePatterns(asked);
  if (answer === undefined) {
    return (
      <p role="status" className="px-3 py-1 text-ink-3">
        Trying the patterns…
      </p>
    );
  }
  if (answer === "gone") return <p className="px-3 py-1 text-ink-3">The run that had the node is no longer kept.</p>;
  return (
    <div ref={onListed} data-list>
      <Answer asked={asked} answer={answer} />
    </div>
  );
}

function Answer({ asked, answer }: { readonly asked: Asked; readonly answer: PatternAnswer }) {
  const open = usePageState((s) => s.patterns.entry);
  const near = answer.tries.filter((tried) => tried.state !== "unrelated");
  const far = answer.tries.filter((tried) => tried.state === "unrelated");
  const openIndex = typeof open === "number" ? open : answer.tries.find((tried) => tried.name === open)?.index;
  const isFarOpened = far.some((tried) => tried.index === openIndex);
  const [isFarShown, showFar] = useExpanded("patterns");
  return (
    <>
      {answer.notes.map((note) => (
        <p key={note} className="px-3 py-0.5 text-ink-2">
          <Prose text={note} />
        </p>
      ))}
      {near.length > 0 && <Entries label="Patterns, in table order" asked={asked} tries={near} open={openIndex} />}
      {near.length === 0 && far.length > 0 && <p className="px-3 py-0.5 text-ink-2">No pattern of the table can match it.</p>}
      {far.length > 0 && (
        <>
          <button
            type="button"
            aria-expanded={isFarShown || isFarOpened}
            onClick={() => showFar(!isFarShown)}
            className="mx-3 my-0.5 rounded text-small font-medium text-accent hover:underline"
          >
            {isFarShown || isFarOpened ? "Hide" : "Show"} {plural(far.length, "pattern")} that cannot match it
          </button>
          {(isFarShown || isFarOpened) && <Entries label="Patterns that cannot match it" asked={asked} tries={far} open={openIndex} />}
        </>
      )}
      <RuleList rules={answer.rules} />
    </>
  );
}

interface EntriesProps {
  readonly label: string;
  readonly asked: Asked;
  readonly tries: readonly PatternTry[];
  /** The index of the open entry. */
  readonly open: number | undefined;
}

function Entries({ label, asked, tries, open }: EntriesProps) {
  return (
    <ol aria-label={label}>
      {tries.map((tried) => (
        <PatternEntry key={tried.index} asked={asked} tried={tried} isOpen={tried.index === open} />
      ))}
    </ol>
  );
}
