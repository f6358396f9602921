import { Suspense, useEffect, useState } from "react";
import { usePageState } from "../state/page.ts";
import { part } from "../ui/part.ts";

const Guide = part(() => import("./Guide.tsx").then((m) => m.Guide));

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
