import { Suspense } from "react";
import { usePageState } from "../state/page.ts";
import { PassStrip } from "../strip/PassStrip.tsx";
import { part } from "../ui/part.ts";
import { Center } from "./Center.tsx";
import { DecisiveNotice, StageNotice } from "./StageNotice.tsx";

const ChangesChip = part(() => import("../strip/ChangesChip.tsx").then((m) => m.ChangesChip));
const PassPlayer = part(() => import("../strip/PassPlayer.tsx").then((m) => m.PassPlayer));

/** The strip, and the panes below it: of the page, or of an independent part of it. */
export function Stage({ isPart = false }: { readonly isPart?: boolean }) {
  const isInside = usePageState((s) => s.play !== undefined);
  const hasChanges = usePageState((s) => s.changes.length > 0);
  return (
    <div className="flex h-full min-w-0 flex-col" data-testid="center">
      <div className="flex shrink-0">
        <div className="min-w-0 flex-1">
          <PassStrip />
        </div>
        <Suspense fallback={null}>{hasChanges && <ChangesChip />}</Suspense>
      </div>
      <Suspense fallback={null}>{isInside && <PassPlayer />}</Suspense>
      <StageNotice />
      <DecisiveNotice />
      <div className="min-h-0 flex-1">
        <Center isPart={isPart} />
      </div>
    </div>
  );
}
