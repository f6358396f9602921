import { lazy, Suspense } from "react";
import { usePageState } from "../state/page.ts";
import { MenuButtonContent, menuButton } from "../ui/menuButton.tsx";

const ExamplesMenu = lazy(() => import("./ExamplesMenu.tsx").then((m) => ({ default: m.ExamplesMenu })));
const TargetMenu = lazy(() => import("./TargetMenu.tsx").then((m) => ({ default: m.TargetMenu })));

/** The menus of the header. Their code comes after the first picture; until then their buttons stand in their places. */
export function HeaderMenus() {
  const isStarted = usePageState((s) => s.isStarted);
  const target = usePageState((s) => s.document.target);
  const standIns = (
    <>
      <button type="button" className={menuButton} aria-disabled>
        <MenuButtonContent name="Examples" />
      </button>
      <button type="button" className={menuButton} aria-disabled>
        <MenuButtonContent name="Target" value={target} />
      </button>
    </>
  );
  if (!isStarted) return standIns;
  return (
    <Suspense fallback={standIns}>
      <ExamplesMenu />
      <TargetMenu />
    </Suspense>
  );
}
