import type { CheckAnswer } from "@relayscope/engine";
import { ChevronDown, Equal, ListVideo } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { withKey } from "../state/commands/shortcuts.ts";
import { usePage, usePageState } from "../state/page.ts";
import { playedPasses } from "../state/play.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { Prose } from "../ui/Prose.tsx";
import { checkLooks } from "./checkLooks.ts";
import { useCheck } from "./useChecks.ts";

const explanation = "A check runs the module before this pass and the one after it on the same random inputs, and compares the results.";

interface PassMenuProps {
  readonly stage: number;
  readonly name: string;
}

/** Next to the shown pass's chip: the actions on that pass. */
export function PassMenu({ stage, name }: PassMenuProps) {
  const { actions, checks } = usePage();
  const check = useCheck(stage);
  const isInside = usePageState((s) => s.play?.stage === stage);
  const [isOpen, setIsOpen] = useState(false);
  const isRunning = check?.status === "running";
  const close = (act: () => void) => () => {
    setIsOpen(false);
    act();
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <IconButton
          icon={ChevronDown}
          size={14}
          className="h-6! w-5! self-center"
          label={`More on ${name}`}
          isPressed={isInside}
          data-check={isRunning ? "running" : (check?.answer?.kind ?? "none")}
          onKeyDown={(event) => event.stopPropagation()}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={`More on ${name}`}
          onKeyDown={(event) => event.stopPropagation()}
          className="z-40 w-80 rounded-lg border border-line-strong bg-raised p-3 text-small text-ink shadow-float"
        >
          <div className="flex flex-wrap gap-2">
            {playedPasses.has(name) && (
              <Button
                look="outline"
                icon={ListVideo}
                onClick={close(() => (isInside ? actions.leavePass() : actions.enterPass(stage)))}
                data-hint={withKey("Go through the pass, decision by decision", "inside")}
              >
                {isInside ? "Leave the pass" : "Step inside"}
              </Button>
            )}
            <Button onClick={close(() => actions.showGuide(`pass/${name}`))}>About {name}</Button>
          </div>
          {/* The line over the panes announces it. */}
          <div className="mt-2.5 border-t border-line pt-2.5">
            {isRunning ? <p>Running the module before and after the pass…</p> : check?.answer && <Answer answer={check.answer} />}
          </div>
          <p className="text-note text-ink-3">{explanation}</p>
          <div className="mt-2 flex gap-2">
            <Button look="outline" icon={Equal} onClick={() => (isRunning ? checks.cancel() : void checks.start(stage))}>
              {isRunning ? "Cancel" : check ? "Check again" : "Check"}
            </Button>
            <Button look="outline" onClick={close(() => void checks.startAll())}>
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
