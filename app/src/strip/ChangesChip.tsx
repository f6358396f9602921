import { FlaskConical } from "lucide-react";
import { Popover } from "radix-ui";
import { useState } from "react";
import { editSentences } from "../inspector/whatIf/editSentence.ts";
import { appliedChanges, cameTo, editsAfter } from "../state/changes.ts";
import type { AppliedChange } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";

/**
 * At the strip's end: how many tried changes are in the document. Pressing it lists them, each with a button to undo
 * it.
 */
export function ChangesChip() {
  const { actions } = usePage();
  const changes = usePageState((s) => s.changes);
  const document = usePageState((s) => s.document);
  const [isOpen, setIsOpen] = useState(false);
  const applied = appliedChanges({ changes, document });
  if (applied.length === 0) return null;
  const takeBack = (change: AppliedChange) => {
    setIsOpen(false);
    actions.takeBack(change);
  };
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-panel pr-2 pl-1">
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger asChild>
          <Button look="outline" icon={FlaskConical}>
            {plural(applied.length, "change")}
          </Button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={6}
            collisionPadding={8}
            aria-label="Applied changes"
            className="z-40 max-h-(--radix-popover-content-available-height) w-96 overflow-y-auto rounded-lg border border-line-strong bg-raised p-3 text-ink shadow-float"
          >
            <ol className="flex flex-col gap-2">
              {applied.map((change, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: changes are their places in the order they were made in
                <li key={at} className="flex items-start gap-2">
                  <span className="min-w-0 flex-1">
                    <Prose text={editSentences(change.edits, editsAfter(applied, at)).join("; ")} />
                    <span className="block text-small text-ink-3">
                      {cameTo(change.before, change.after) ?? "The counts are as before."}
                    </span>
                  </span>
                  {change.from && (
                    <Button look="outline" className="shrink-0" onClick={() => takeBack(change)}>
                      {at === applied.length - 1 ? "Take back" : `Take back ${applied.length - at}`}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
