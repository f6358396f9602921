import { ExternalLink } from "lucide-react";
import { Suspense } from "react";
import { Center } from "./center/Center.tsx";
import { StageNotice } from "./center/StageNotice.tsx";
import { Logo } from "./header/Logo.tsx";
import { useLoaded } from "./hooks/useLoaded.ts";
import { useIsWide } from "./hooks/useWidth.ts";
import { selectionPanel as Selection } from "./inspector/tabs.ts";
import { addressFragment } from "./state/address.ts";
import { shownStage } from "./state/model.ts";
import { usePage, usePageState } from "./state/page.ts";
import { snapshotOf } from "./state/snapshots.ts";
import { PassStrip } from "./strip/PassStrip.tsx";
import { Notices } from "./ui/Notices.tsx";
import { part } from "./ui/part.ts";

/** From this width on Why is next to the picture; in a narrower frame it is below. */
const besidePicture = 760;

const HintLayer = part(() => import("./ui/HintLayer.tsx").then((m) => m.HintLayer));

const CauseList = part(() => import("./inspector/causes/CauseList.tsx").then((m) => m.CauseList));

/** The page within another page: strip, picture and Why, and a link to the full page. */
export function Embed() {
  const isWide = useIsWide(besidePicture);
  const isStarted = usePageState((s) => s.isStarted);
  const stage = usePageState(shownStage);
  const hasSelection = usePageState((s) => s.view.selection !== undefined || s.selectedPair !== undefined);
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-1">
        <Logo />
        <h1 className="font-semibold">Relayscope</h1>
        <WholeLink />
      </header>
      <Notices />
      <PassStrip />
      <StageNotice />
      <div className={`flex min-h-0 flex-1 ${isWide ? "" : "flex-col"}`}>
        <div className="min-h-0 min-w-0 flex-1">
          <Center />
        </div>
        <aside
          aria-label="Why"
          className={`overflow-y-auto border-line bg-panel ${isWide ? "w-72 shrink-0 border-l" : "h-2/5 shrink-0 border-t"}`}
        >
          <h2 className="sr-only">Why</h2>
          <Suspense>{isStarted && (hasSelection ? <Selection /> : <CauseList stage={stage} />)}</Suspense>
        </aside>
      </div>
      <Suspense>{isStarted && <HintLayer />}</Suspense>
    </div>
  );
}

/** Opens the full page with the present state of the frame. */
function WholeLink() {
  const { store, storage, viewports } = usePage();
  const isStarted = usePageState((s) => s.isStarted);
  const sharing = useLoaded(isStarted, storage.warm)?.value;
  // The address is updated once the view rests.
  const now = () => sharing && addressFragment(sharing, snapshotOf(store.getState(), viewports), true);
  const whole = (fragment?: string) => location.origin + location.pathname + (fragment || location.hash);
  return (
    <a
      href={whole()}
      target="_blank"
      rel="noopener"
      onPointerDown={(event) => {
        event.currentTarget.href = whole(now());
      }}
      onFocus={(event) => {
        event.currentTarget.href = whole(now());
      }}
      className="ml-auto inline-flex shrink-0 items-center gap-1 rounded-md px-1.5 py-0.5 font-medium text-accent hover:bg-hover"
    >
      Open in Relayscope <ExternalLink size={13} aria-hidden />
    </a>
  );
}
