import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp, Copy, UnfoldVertical } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useRequest } from "../hooks/useRequest.ts";
import { withKey } from "../state/commands/shortcuts.ts";
import type { PageState } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { grouped, plural } from "../ui/format.ts";
import { Toggle } from "../ui/Toggle.tsx";
import { ClosePane } from "./ClosePane.tsx";
import { type DiffRow, diffRows, noChange } from "./diffRows.ts";
import { relayTokens } from "./relayTokens.ts";

const lineHeight = 19;
const marks = { same: " ", removed: "−", added: "+" } as const;
const looks = { same: "", removed: "bg-danger-soft", added: "bg-good-soft" } as const;
/** Nothing opened, and at no change. */
const start: { readonly opened: ReadonlySet<number>; readonly at: number; readonly number: number } = {
  opened: new Set(),
  at: -1,
  number: 0,
};

function toTop(rows: HTMLElement | null): void {
  rows?.parentElement?.scrollTo(0, 0);
}

function stageName({ document }: Pick<PageState, "document">, stage: number): string {
  return stage <= 0 ? "Input" : (document.pipeline[stage - 1]?.pass ?? "");
}

/**
 * The texts of two stages, line by line. Monaco's own difference would count the numbers of temporaries, which every
 * pass changes.
 */
export function DiffPane({ stage, from }: { readonly stage: number; readonly from: number }) {
  const { actions } = usePage();
  const [hasTypes, setHasTypes] = useState(false);
  const [isOnlyChanges, setIsOnlyChanges] = useState(true);
  const { value: texts } = useAnswer({
    key: `diff/${from}/${stage}/${hasTypes}`,
    stage: Math.max(stage, from),
    ask: (engine, epoch) => engine.textDiff(epoch, Math.max(0, from), stage, hasTypes),
  });
  const name = usePageState((s) => stageName(s, stage));
  const before = usePageState((s) => stageName(s, from));
  const [place, setPlace] = useState({ ...start, texts });
  // Another difference begins at its top and has other gaps.
  if (place.texts !== texts) setPlace({ ...start, texts, number: place.number + 1 });
  const { opened, at } = place;
  const shown = useMemo(() => texts && diffRows(texts, isOnlyChanges, opened), [texts, isOnlyChanges, opened]);
  const rows = shown?.rows ?? [];
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  const changes = shown?.changes ?? [];
  const goTo = (by: number) => {
    if (changes.length === 0) return;
    const next = (Math.max(at, by < 0 ? 0 : -1) + by + changes.length) % changes.length;
    setPlace({ ...place, at: next });
    virtual.scrollToIndex(changes[next] ?? 0, { align: "center" });
  };
  useRequest("change", goTo);
  const copy = () => texts && void actions.copyText(texts.after, `The text after ${name} was copied.`);
  return (
    <section aria-label="Text difference" className="flex h-full min-w-0 flex-col">
      <div className="flex h-8 shrink-0 items-center gap-1.5 border-b border-line bg-panel pr-1.5 pl-3 whitespace-nowrap">
        <span className="truncate font-semibold">
          {before} <span className="font-normal text-ink-3">to</span> {name}
        </span>
        <span className="text-note text-good">+{grouped(shown?.added ?? 0)}</span>
        <span className="text-note text-danger">−{grouped(shown?.removed ?? 0)}</span>
        <span className="flex-1" />
        <span role="status" className="text-note text-ink-3">
          {!shown ? "" : at >= 0 ? `${grouped(at + 1)} of ${plural(changes.length, "change")}` : plural(changes.length, "change")}
        </span>
        <IconButton
          icon={ChevronUp}
          className="size-6"
          label={withKey("Previous change", "previousChange")}
          disabled={changes.length === 0}
          onClick={() => goTo(-1)}
        />
        <IconButton
          icon={ChevronDown}
          className="size-6"
          label={withKey("Next change", "nextChange")}
          disabled={changes.length === 0}
          onClick={() => goTo(1)}
        />
        <Toggle isOn={isOnlyChanges} label="Only changes" hint="Leave out lines that are the same" onChange={setIsOnlyChanges} />
        <Toggle isOn={hasTypes} label="Types" hint="Show type comments" onChange={setHasTypes} />
        <IconButton icon={Copy} size={13} className="size-6" label="Copy the text after" onClick={copy} />
        <ClosePane />
      </div>
      {shown && changes.length === 0 ? (
        <div className="border-b border-line bg-page px-3 py-1 text-ink-3">{texts && noChange(texts)}</div>
      ) : null}
      {shown ? (
        <div
          ref={scrollRef}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
          tabIndex={0}
          aria-label={`${plural(shown.added, "line")} added, ${plural(shown.removed, "line")} removed`}
          role="document"
          className="min-h-0 flex-1 overflow-auto bg-panel font-mono text-small outline-offset-[-2px]"
        >
          <div
            key={place.number}
            ref={toTop}
            className="relative min-w-full"
            style={{ height: virtual.getTotalSize() + 16, width: `calc(${shown.widest}ch + 120px)` }}
          >
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index];
              return (
                row && (
                  <div
                    key={item.key}
                    className="absolute inset-x-0 flex leading-[19px] whitespace-pre"
                    style={{ top: item.start + 8, height: lineHeight }}
                  >
                    <Row
                      row={row}
                      isCurrent={changes[at] === item.index}
                      onOpen={(first) => setPlace({ ...place, opened: new Set([...opened, first]) })}
                    />
                  </div>
                )
              );
            })}
          </div>
        </div>
      ) : (
        <Empty title="Reading the texts" />
      )}
    </section>
  );
}

interface RowProps {
  readonly row: DiffRow;
  readonly isCurrent: boolean;
  readonly onOpen: (first: number) => void;
}

function Row({ row, isCurrent, onOpen }: RowProps) {
  if (row.kind === "gap") {
    return (
      <Button
        icon={UnfoldVertical}
        className="sticky left-0 h-[19px]! rounded-none! bg-page font-sans text-note text-ink-3!"
        onClick={() => onOpen(row.first)}
      >
        {plural(row.count, "line")} the same
      </Button>
    );
  }
  const { kind, text, before, after } = row;
  return (
    <div className={`flex w-full ${looks[kind]} ${isCurrent ? "shadow-[inset_3px_0_0_var(--accent)]" : ""}`}>
      <span className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none">{before || ""}</span>
      <span className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none">{after || ""}</span>
      <span className={`w-5 shrink-0 select-none ${kind === "added" ? "text-good" : "text-danger"}`}>{marks[kind]}</span>
      <span className={kind === "same" ? "text-ink-2" : "text-ink"}>
        {relayTokens(text).map((token, i) =>
          token.look === "" ? (
            token.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a token is its place in the line
            <span key={i} className={token.look}>
              {token.text}
            </span>
          ),
        )}
      </span>
    </div>
  );
}
