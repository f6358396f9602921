import { bytesText, edgeWidth } from "@relayscope/engine";
import type { ColorBy } from "@relayscope/share";
import { Presentation, SlidersHorizontal, ZoomIn, ZoomOut } from "lucide-react";
import { Popover } from "radix-ui";
import { useShallow } from "zustand/react/shallow";
import { withKey } from "../state/commands/shortcuts.ts";
import { shownMode } from "../state/graphRequests.ts";
import { usePage, usePageState } from "../state/page.ts";
import { flagNames, flagsFrom, viewFlags } from "../state/viewFlags.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { type Coloring, colorings } from "./colors/colors.ts";
import { LegendButton } from "./Legend.tsx";
import { legendTitle } from "./words/legendTitle.ts";

/** The byte counts whose line thickness the legend shows. */
const samples: readonly number[] = [8, 256, 8192].map((kibibytes) => 1024 * kibibytes);

const zoomFactor = 1.25;

const names = Object.keys(colorings) as readonly ColorBy[];

/** How the picture looks: what its colors mean, what is drawn, columns, changes, the wheel. */
export function ColorsMenu({ coloring, colorBy }: { readonly coloring: Coloring; readonly colorBy: ColorBy }) {
  const { actions, viewports } = usePage();
  const preferences = usePageState((s) => s.preferences);
  const title = legendTitle(colorBy, usePageState(shownMode));
  const isOnlyChanges = usePageState((s) => s.isOnlyChanges);
  const isTraced = usePageState((s) => s.isTraced);
  const flags = usePageState(useShallow((s) => flagsFrom((name) => s.view[name])));
  const drawn = flagNames.map((name) => {
    const isOn = flags[name] === viewFlags[name].shown;
    return { label: withKey(viewFlags[name].label, name), isOn, turn: () => actions.setView({ [name]: !flags[name] }) };
  });
  const switches = [
    ...drawn,
    {
      label: withKey("Wrap into columns", "wrap"),
      isOn: preferences.isWrapped,
      turn: () => actions.setPreferences({ isWrapped: !preferences.isWrapped }),
    },
    { label: withKey("Only changes", "onlyChanges"), isOn: isOnlyChanges, turn: actions.toggleOnlyChanges },
    { label: withKey("Paths to inputs and outputs", "trace"), isOn: isTraced, turn: actions.trace },
    {
      label: "The wheel zooms",
      isOn: preferences.isWheelZoom,
      turn: () => actions.setPreferences({ isWheelZoom: !preferences.isWheelZoom }),
    },
  ];
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton icon={SlidersHorizontal} label="Colors and more" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Colors and more"
          className="z-40 w-72 rounded-lg border border-line-strong bg-raised p-3 text-small text-ink shadow-float"
        >
          <fieldset>
            <legend className="mb-1 font-semibold">Color by</legend>
            <div className="flex flex-wrap gap-x-3 gap-y-1">
              {names.map((name) => (
                <label key={name} className="flex items-center gap-1.5">
                  <input
                    type="radio"
                    name="color-by"
                    className="accent-accent"
                    checked={colorBy === name}
                    onChange={() => actions.setPreferences({ colorBy: name })}
                  />
                  {colorings[name]}
                </label>
              ))}
            </div>
          </fieldset>
          <p className="mt-2 border-t border-line pt-2 font-semibold">{title}</p>
          <ul aria-label="Legend of the picture" className="mb-2 flex flex-col gap-0.5 border-b border-line pt-0.5 pb-2">
            {coloring.legend.map((line) => (
              <li key={line.label}>
                <LegendButton line={line} hasHatch />
              </li>
            ))}
            {coloring.note !== "" && <li className="text-ink-3">{coloring.note}</li>}
          </ul>
          <p className="mb-2 flex gap-1.5 border-b border-line pb-2">
            <b className="text-warn">!</b> holds a convolution or a product of matrices that no target took
          </p>
          <div className="mb-2 border-b border-line pb-2">
            An edge between cards is as thick as its tensors are heavy:
            <ul aria-label="Thickness of edges" className="mt-0.5 flex gap-4 text-ink-3">
              {samples.map((bytes) => (
                <li key={bytes} className="flex items-center gap-1.5">
                  <span aria-hidden className="w-5 bg-ink-3" style={{ height: edgeWidth({ bytes }) }} />
                  {bytesText(bytes)}
                </li>
              ))}
            </ul>
          </div>
          {switches.map(({ label, isOn, turn }) => (
            <label key={label} className="flex items-center gap-2 py-0.5">
              <input type="checkbox" className="accent-accent" checked={isOn} onChange={turn} />
              {label}
            </label>
          ))}
          <div className="mt-2 flex gap-2">
            <Button look="outline" icon={ZoomIn} className="flex-1 justify-center" onClick={() => viewports.zoomBy(zoomFactor)}>
              {withKey("Zoom in", "zoomIn")}
            </Button>
            <Button look="outline" icon={ZoomOut} className="flex-1 justify-center" onClick={() => viewports.zoomBy(1 / zoomFactor)}>
              {withKey("Zoom out", "zoomOut")}
            </Button>
          </div>
          <Button look="outline" icon={Presentation} className="mt-2 w-full justify-center" onClick={() => actions.showBoard(true)}>
            {withKey("Blackboard", "board")}
          </Button>
          <a
            href="https://reactflow.dev"
            target="_blank"
            rel="noopener noreferrer"
            className="mt-2 block text-note text-ink-3 hover:underline"
          >
            Drawn with React Flow
          </a>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
