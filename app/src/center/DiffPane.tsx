import { useVirtualizer } from "@tanstack/react-virtual";
import { Copy } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { usePage, usePageState } from "../state/page.ts";
import { useAnswer } from "../state/useAnswer.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { plural } from "../ui/format.ts";
import { Toggle } from "../ui/Toggle.tsx";
import { type DiffLine, diffLines, withoutTypes } from "./diff.ts";
import { PaneSwitch } from "./PaneSwitch.tsx";

const lineHeight = 19;
const marks = { same: " ", removed: "−", added: "+" } as const;
const looks = { same: "", removed: "bg-danger-soft", added: "bg-good-soft" } as const;

/** The texts before and after the shown pass, line by line. */
export function DiffPane({ stage }: { readonly stage: number }) {
  const { actions } = usePage();
  const { value: texts } = useAnswer({
    key: `texts/${stage}`,
    stage,
    ask: async (engine, epoch) => {
      const [before, after] = await Promise.all([engine.text(epoch, Math.max(0, stage - 1)), engine.text(epoch, stage)]);
      return { before: before.text, after: after.text };
    },
  });
  const [hasTypes, setHasTypes] = useState(false);
  const [isWhole, setIsWhole] = useState(true);
  const name = usePageState((s) => s.document.pipeline[stage - 1]?.pass ?? "Input");
  const before = usePageState((s) => (stage < 2 ? "Input" : (s.document.pipeline[stage - 2]?.pass ?? "")));
  const lines = useMemo(() => {
    if (!texts) return [];
    const clean = hasTypes ? (text: string) => text : withoutTypes;
    return diffLines(clean(texts.before), clean(texts.after));
  }, [texts, hasTypes]);
  const shown = useMemo(() => (isWhole ? lines : nearChanges(lines)), [lines, isWhole]);
  const added = lines.filter((l) => l.kind === "added").length;
  const removed = lines.filter((l) => l.kind === "removed").length;
  const scrollRef = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  });
  const widest = useMemo(() => shown.reduce((most, l) => Math.max(most, l.text.length), 0), [shown]);
  return (
    <section aria-label="Text difference" className="flex h-full min-w-0 flex-col">
      <div className="flex h-8 shrink-0 items-center gap-2 border-b border-line bg-panel pr-1.5 pl-3 whitespace-nowrap">
        <span className="truncate font-semibold">
          {before} <span className="font-normal text-ink-3">to</span> {name}
        </span>
        <span className="text-[11.5px] text-good">+{added}</span>
        <span className="text-[11.5px] text-danger">−{removed}</span>
        <span className="flex-1" />
        <Toggle isOn={hasTypes} label="Types" hint="Show type comments" onChange={setHasTypes} />
        <Toggle isOn={isWhole} label="Whole text" hint="Show lines that are the same, too" onChange={setIsWhole} />
        <Button
          icon={Copy}
          className="h-6"
          onClick={() =>
            texts &&
            void navigator.clipboard
              .writeText(texts.after)
              .then(() => actions.notify({ id: "copied", tone: "info", text: `The text after ${name} was copied.` }))
          }
        >
          Copy text
        </Button>
        <PaneSwitch shown="diff" />
      </div>
      {texts && added + removed === 0 ? (
        <div className="border-b border-line bg-page px-3 py-1 text-ink-3">No line differs, but for the numbers of temporaries.</div>
      ) : null}
      {texts ? (
        <div
          ref={scrollRef}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
          tabIndex={0}
          aria-label={`${plural(added, "line")} added, ${plural(removed, "line")} removed`}
          role="document"
          className="min-h-0 flex-1 overflow-auto bg-panel font-mono text-[12px] outline-offset-[-2px]"
        >
          <div className="relative min-w-full" style={{ height: virtual.getTotalSize() + 16, width: `calc(${widest}ch + 120px)` }}>
            {virtual.getVirtualItems().map((item) => {
              const line = shown[item.index];
              if (!line) return null;
              return (
                <div
                  key={item.key}
                  className={`absolute inset-x-0 flex leading-[19px] whitespace-pre ${looks[line.kind]}`}
                  style={{ top: item.start + 8, height: lineHeight }}
                >
                  <span className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none">{line.before ?? ""}</span>
                  <span className="w-10 shrink-0 pr-2 text-right text-ink-3 select-none">{line.after ?? ""}</span>
                  <span className={`w-5 shrink-0 select-none ${line.kind === "added" ? "text-good" : "text-danger"}`}>
                    {marks[line.kind]}
                  </span>
                  <span className={line.kind === "same" ? "text-ink-2" : "text-ink"}>{line.text}</span>
                </div>
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

const context = 3;

/** Lines that differ, with a few around them. */
function nearChanges(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isKept = new Uint8Array(lines.length);
  lines.forEach((line, i) => {
    if (line.kind !== "same") isKept.fill(1, Math.max(0, i - context), i + context + 1);
  });
  return lines.filter((_, i) => isKept[i] === 1);
}
