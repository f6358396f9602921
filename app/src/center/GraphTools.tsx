import { Map as MapIcon, Maximize, Minus, Plus, Scan } from "lucide-react";
import { type RefObject, useRef } from "react";
import { boundsOf, pictureBox, sceneOf } from "../canvas/scene.ts";
import { usePage, usePageState } from "../state/page.ts";
import { type ShownGraph, useSelectedAt } from "../state/useGraph.ts";
import { IconButton } from "../ui/Button.tsx";
import { Toggle } from "../ui/Toggle.tsx";

/** The tools over the picture: what to hide, and zoom. */
export function GraphTools({ shown }: { readonly shown: ShownGraph }) {
  const { camera, actions } = usePage();
  const hideVariables = usePageState((s) => s.view.hideVariables);
  const hideConstants = usePageState((s) => s.view.hideConstants);
  const showAnnotations = usePageState((s) => s.view.showAnnotations);
  const isMapShown = usePageState((s) => s.preferences.isMapShown);
  const selected = useSelectedAt(shown.stage);
  const ref = useRef<HTMLDivElement>(null);
  const pane = paneSize(ref);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Picture"
      className="absolute right-3 bottom-3 z-10 flex items-center gap-1 rounded-lg border border-line bg-panel px-1.5 py-0.5 shadow-[0_1px_4px_rgb(0_0_0/0.08)]"
    >
      <Toggle
        isOn={!hideVariables}
        label="Variables"
        hint="Show variables (v)"
        onChange={(on) => actions.setView({ hideVariables: !on })}
      />
      <Toggle
        isOn={!hideConstants}
        label="Constants"
        hint="Show constants (c)"
        onChange={(on) => actions.setView({ hideConstants: !on })}
      />
      <Toggle
        isOn={showAnnotations}
        label="Begin / end"
        hint="Show compiler_begin and compiler_end (b)"
        onChange={(on) => actions.setView({ showAnnotations: on })}
      />
      <span className="mx-1 h-4 w-px bg-line" />
      <IconButton icon={Minus} label="Zoom out (-)" onClick={() => zoom(0.8)} />
      <IconButton icon={Plus} label="Zoom in (+)" onClick={() => zoom(1.25)} />
      <IconButton
        icon={Scan}
        label="Show the selection (z)"
        disabled={selected.length === 0}
        onClick={() => {
          const scene = sceneOf(shown.answer);
          const box = boundsOf(
            scene,
            selected.flatMap((id) => scene.indexOf.get(id) ?? []),
          );
          const { width, height } = pane();
          if (box) camera.fit(box, width, height, true);
        }}
      />
      <IconButton
        icon={Maximize}
        label="Fit (f)"
        data-fit
        onClick={() => {
          const { layout } = shown.answer;
          const { width, height } = pane();
          camera.fit(pictureBox(layout), width, height, true);
        }}
      />
      <IconButton
        icon={MapIcon}
        label="Map (m)"
        isPressed={isMapShown}
        onClick={() => actions.setPreferences({ isMapShown: !isMapShown })}
      />
    </div>
  );

  function zoom(factor: number) {
    const { width, height } = pane();
    camera.zoomBy(factor, width / 2, height / 2);
  }
}

function paneSize(ref: RefObject<HTMLDivElement | null>) {
  return () => {
    const parent = ref.current?.parentElement;
    return { width: parent?.clientWidth ?? 0, height: parent?.clientHeight ?? 0 };
  };
}
