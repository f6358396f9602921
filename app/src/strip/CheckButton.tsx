import type { CheckAnswer } from "@relayscope/engine";
import { Equal, LoaderCircle } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { usePage } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { checkLooks } from "./checkLooks.ts";
import { useCheck } from "./useChecks.ts";

const explanation = "The module before this pass and the one after it are run on the same random inputs, and the results are compared.";

/** Beside the shown pass's chip: runs the module before and after the pass on random inputs, and says whether they agree. */
export function CheckButton({ stage, name, isNamed }: { readonly stage: number; readonly name: string; readonly isNamed: boolean }) {
  const { checks } = usePage();
  const check = useCheck(stage);
  const [isOpen, setIsOpen] = useState(false);
  const look = check?.answer ? checkLooks[check.answer.kind] : undefined;
  const isRunning = check?.status === "running";
  const Icon = isRunning ? LoaderCircle : (look?.Icon ?? Equal);
  const open = (next: boolean) => {
    setIsOpen(next);
    if (next && !check) void checks.start(stage);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={`Check ${name}`}
          title={look ? look.title : "Check: does the module still compute the same?"}
          data-check={isRunning ? "running" : (check?.answer?.kind ?? "none")}
          onKeyDown={(event) => event.stopPropagation()}
          className={`flex h-6 shrink-0 items-center gap-1 self-center rounded-md px-1.5 text-[12px] font-medium hover:bg-hover ${look?.tone ?? "text-ink-2"}`}
        >
          <Icon size={13} aria-hidden className={isRunning ? "animate-spin" : ""} />
          {isNamed && "Check"}
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={`Check of ${name}`}
          onKeyDown={(event) => event.stopPropagation()}
          className="z-40 w-80 rounded-lg border border-line-strong bg-raised p-3 text-[12.5px] text-ink shadow-float"
        >
          <div role="status" aria-live="polite">
            {isRunning ? <p>Running the module before and after the pass…</p> : check?.answer && <Answer answer={check.answer} />}
          </div>
          <p className="mt-2 text-[11.5px] text-ink-3">{explanation}</p>
          <div className="mt-2.5 flex gap-2">
            <Button look="outline" onClick={() => (isRunning ? checks.cancel() : void checks.start(stage))}>
              {isRunning ? "Cancel" : check ? "Check again" : "Check"}
            </Button>
            <Button
              look="outline"
              onClick={() => {
                setIsOpen(false);
                void checks.startAll();
              }}
            >
              Check all passes
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Answer({ answer }: { readonly answer: CheckAnswer }) {
  const { title, tone, Icon } = checkLooks[answer.kind];
  return (
    <>
      <p className={`flex items-center gap-1.5 font-semibold ${tone}`}>
        <Icon size={14} aria-hidden />
        {title}
      </p>
      <p className="mt-1">
        <Prose text={answer.sentence} />
      </p>
      {answer.notes.map((note) => (
        <p key={note} className="mt-1 text-ink-2">
          <Prose text={note} />
        </p>
      ))}
    </>
  );
}
