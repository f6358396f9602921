import { Info, TriangleAlert, X } from "lucide-react";
import { Suspense } from "react";
import { leaveText } from "../left/leaveText.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button, IconButton } from "./Button.tsx";
import { isByKeys } from "./inputKind.ts";
import { Prose } from "./Prose.tsx";
import { part } from "./part.ts";

const LessonOffer = part(() => import("../learn/LessonOffer.tsx").then((m) => m.LessonOffer));
const WaysIn = part(() => import("./WaysIn.tsx").then((m) => m.WaysIn));

const tones = {
  info: "bg-accent-soft text-accent",
  warning: "bg-warn-soft text-warn",
  error: "bg-danger-soft text-danger",
} as const;

/** Notices under the header, until they are dismissed. */
export function Notices() {
  const { actions, store } = usePage();
  const notices = usePageState((s) => s.notices);
  // Each step of undo or redo changes the document.
  usePageState((s) => s.document);
  const isStarted = usePageState((s) => s.isStarted);
  return (
    <section aria-label="Notices" className="empty:hidden">
      {notices.map((notice) => {
        const Icon = notice.tone === "info" ? Info : TriangleAlert;
        return (
          <div
            key={notice.id}
            role={notice.tone === "error" ? "alert" : "status"}
            data-notice={notice.id}
            className={`flex min-h-9.25 items-center gap-2.5 border-b border-line py-1 pr-2 pl-4 ${tones[notice.tone]}`}
          >
            <Icon size={15} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1 text-ink">
              {notice.isPlain ? <span className="whitespace-pre-wrap">{notice.text}</span> : <Prose text={notice.text} />}
            </span>
            <Suspense>{notice.hasLesson && isStarted && <LessonOffer />}</Suspense>
            {notice.hasReasons && (
              <Button look="outline" onClick={() => actions.showInspector("improve")}>
                Why
              </Button>
            )}
            {notice.place && (
              <Button look="outline" onClick={() => notice.place && actions.showCode(notice.place)}>
                Show the line
              </Button>
            )}
            {notice.action && (notice.action.isOffered?.(store.getState()) ?? true) && (
              <Button
                look="outline"
                onClick={() => {
                  notice.action?.run();
                  actions.dismiss(notice.id);
                  // The button goes, and its effect is in the picture.
                  if (isByKeys()) leaveText();
                }}
              >
                {notice.action.label}
              </Button>
            )}
            <Suspense>{notice.hasWaysIn && isStarted && <WaysIn />}</Suspense>
            <IconButton icon={X} label="Put away" onClick={() => actions.dismiss(notice.id)} />
          </div>
        );
      })}
    </section>
  );
}
