import { Suspense } from "react";
import type { MenuName } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { MenuButtonContent, menuButton } from "../ui/menuButton.tsx";
import { part } from "../ui/part.ts";

const ExamplesMenu = part(() => import("./ExamplesMenu.tsx").then((m) => m.ExamplesMenu));
const TargetMenu = part(() => import("./TargetMenu.tsx").then((m) => m.TargetMenu));
const LearnMenu = part(() => import("./LearnMenu.tsx").then((m) => m.LearnMenu));
const ViewMenu = part(() => import("./ViewMenu.tsx").then((m) => m.ViewMenu));

/**
 * The menus at the start or at the end of the header. Until their code is loaded, after the first picture, placeholders
 * keep their room. Pressing a placeholder opens its menu once the code is loaded.
 */
export function HeaderMenus({ place }: { readonly place: "start" | "end" }) {
  const isStarted = usePageState((s) => s.isStarted);
  const target = usePageState((s) => s.document.target);
  const { actions } = usePage();
  const names: readonly { readonly name: MenuName; readonly value?: string }[] =
    place === "start" ? [{ name: "Examples" }, { name: "Target", value: target }] : [{ name: "Learn" }, { name: "View" }];
  const standIns = names.map((content) => {
    const show = () => actions.showMenu(content.name);
    // Opens on the press: the menu may replace its placeholder before the pointer is released, and no click follows.
    return (
      <button key={content.name} type="button" className={menuButton} onPointerDown={({ button }) => button === 0 && show()} onClick={show}>
        <MenuButtonContent {...content} />
      </button>
    );
  });
  if (!isStarted) return standIns;
  return (
    <Suspense fallback={standIns}>
      {place === "start" ? (
        <>
          <ExamplesMenu />
          <TargetMenu />
        </>
      ) : (
        <>
          <LearnMenu />
          <ViewMenu />
        </>
      )}
    </Suspense>
  );
}
