import { lazy, Suspense, useEffect, useState } from "react";
import { usePageState } from "../state/page.ts";

const Guide = lazy(() => import("./Guide.tsx").then((m) => ({ default: m.Guide })));

/** The guide over the page, while it is open; its code is loaded when it first opens. */
export function GuideHost() {
  const isOpen = usePageState((s) => s.guide !== undefined);
  return isOpen ? <Opened /> : null;
}

/** Returns the focus to the element that had it before. */
function Opened() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <Suspense fallback={null}>
      <Guide />
    </Suspense>
  );
}
