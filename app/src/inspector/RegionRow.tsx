import { bytesText, changeSigns, type GraphAnswer, operatorNames, type RegionLine } from "@relayscope/engine";
import { changeWords } from "../picture/changes.ts";
import type { Tint } from "../picture/colors/colors.ts";
import { textWidth } from "../picture/text.ts";
import { usePage } from "../state/page.ts";
import { plural } from "../ui/format.ts";
import { HatchMark, RegionMark } from "../ui/RegionMark.tsx";
import { operatorLine } from "./operatorLine.ts";
import { firstCause } from "./regionOrder.ts";

interface RegionRowProps {
  readonly line: RegionLine;
  readonly stage: number;
  /** The region in the picture; undefined if the picture does not have it yet. */
  readonly drawn: GraphAnswer["graph"]["regions"][number] | undefined;
  /** The region's color in the picture. */
  readonly tint: Tint | undefined;
  /** Whether hatches distinguish what shares a color. */
  readonly hasHatch: boolean;
  readonly isSelected: boolean;
  /** Of the row, in CSS pixels. */
  readonly width: number;
}

/** The room next to a row's words, and between two of them. */
const besideWords = 48;
const gap = 8;
/** Font size of the second line, as in its class. */
const size = 12;

/** A name and the number at its end, which may be all that distinguishes it: it stays where the name is cut. */
export function nameParts(name: string): readonly [start: string, number: string] {
  const last = (isIn: RegExp, from: number) => {
    let at = from;
    while (at > 0 && isIn.test(name.charAt(at - 1))) at--;
    return at;
  };
  const digits = last(/\d/, name.length);
  const at = digits === name.length ? digits : last(/[^\p{L}\d]/u, digits);
  return [name.slice(0, at), name.slice(at)];
}

/**
 * A region in the list: name, size, contents and why it ends. The picture stresses it while the pointer or the focus is
 * on it.
 */
export function RegionRow({ line, stage, drawn, tint, hasHatch, isSelected, width }: RegionRowProps) {
  const { actions } = usePage();
  const { region, name, calls, bytesIn, bytesOut, inputs, outputs } = line;
  const stress = () => actions.stress({ stage, region });
  const rest = () => actions.stress(undefined);
  const flow = bytesIn === undefined || bytesOut === undefined ? "" : `${bytesText(bytesIn)} → ${bytesText(bytesOut)}`;
  const cause = firstCause(line);
  const [start, number] = nameParts(name);
  const words = drawn ? changeWords(drawn) : "";
  const operators = operatorNames(line);
  const room = width - besideWords - (cause === "" ? 0 : textWidth(cause, size) + gap);
  const flows = `${plural(inputs, "tensor")} in, ${plural(outputs, "tensor")} out`;
  return (
    <button
      type="button"
      onMouseEnter={stress}
      onMouseLeave={rest}
      onFocus={stress}
      onBlur={rest}
      aria-pressed={isSelected}
      title={[operators.join(", "), flows, words].filter((w) => w !== "").join("; ")}
      onClick={() => void actions.selectRegion(stage, region, true)}
      className={`flex h-full w-full items-start gap-2 px-3 py-1 text-left outline-offset-[-2px] ${isSelected ? "bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]" : "hover:bg-hover"}`}
    >
      <span className="mt-0.5 flex flex-col gap-0.5">
        <RegionMark color={tint?.place ?? -1} letter={tint?.letter} />
        {hasHatch && <HatchMark color={tint?.place ?? -1} pattern={tint?.pattern} size={32 / 3} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="flex min-w-0 font-medium whitespace-pre">
            <span className="truncate">{start}</span>
            <span className="shrink-0">{number}</span>
          </span>
          {drawn?.change && (
            <span className="shrink-0 font-bold text-ink-2">
              <span aria-hidden>{changeSigns[drawn.change]}</span>
              <span className="sr-only">{words}</span>
            </span>
          )}
          <span className="shrink-0 text-note text-ink-3">{calls === undefined ? "ops unknown" : plural(calls, "op")}</span>
          <span className="ml-auto shrink-0 text-note text-ink-3">{flow}</span>
        </span>
        <span className="flex items-baseline gap-2 text-small text-ink-3">
          <span className="flex-1 whitespace-nowrap">{operatorLine(operators, (text) => textWidth(text, size) <= room)}</span>
          <span className="shrink-0">{cause}</span>
        </span>
      </span>
    </button>
  );
}
