import type { CheckAnswer } from "@relayscope/engine";
import { CircleHelp, Equal, EqualNot, LoaderCircle } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { useCheck } from "./useCheck.ts";

const looks = {
  same: { Icon: Equal, tone: "text-good", title: "Same meaning" },
  different: { Icon: EqualNot, tone: "text-danger", title: "Another meaning" },
  unknown: { Icon: CircleHelp, tone: "text-warn", title: "Not checked" },
  canceled: { Icon: CircleHelp, tone: "text-ink-3", title: "Canceled" },
} as const;

const explanation = "The module before this pass and the one after it are run on the same random inputs, and the results are compared.";

/** Beside a pass's chip: runs the module before and after the pass on random inputs, and says whether they agree. */
export function CheckButton({
  stage,
  name,
  isProminent,
}: {
  readonly stage: number;
  readonly name: string;
  readonly isProminent: boolean;
}) {
  const check = useCheck(stage);
  const [isOpen, setIsOpen] = useState(false);
  const look = check.answer ? looks[check.answer.kind] : undefined;
  const isRunning = check.status === "running";
  const Icon = isRunning ? LoaderCircle : (look?.Icon ?? Equal);
  const open = (next: boolean) => {
    setIsOpen(next);
    if (next && check.status === "idle") check.start();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger asChild>
        <button
          type="button"
          aria-label={`Check ${name}`}
          title={look ? look.title : "Check: does the module still compute the same?"}
          tabIndex={isProminent || look ? 0 : -1}
          data-check={isRunning ? "running" : (check.answer?.kind ?? "none")}
          onKeyDown={(event) => event.stopPropagation()}
          className={`flex h-6 w-6 shrink-0 items-center justify-center self-center rounded-md hover:bg-hover ${
            look ? look.tone : `text-ink-3 ${isProminent ? "" : "opacity-0 group-hover:opacity-100 focus-visible:opacity-100"}`
          }`}
        >
          <Icon size={14} aria-hidden className={isRunning ? "animate-spin" : ""} />
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
            {isRunning ? <p>Running the module before and after the pass…</p> : check.answer && <Answer answer={check.answer} />}
          </div>
          <p className="mt-2 text-[11.5px] text-ink-3">{explanation}</p>
          <div className="mt-2.5 flex gap-2">
            <Button look="outline" onClick={isRunning ? check.cancel : check.start}>
              {isRunning ? "Cancel" : "Check again"}
            </Button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Answer({ answer }: { readonly answer: CheckAnswer }) {
  const { title, tone, Icon } = looks[answer.kind];
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
