import { changeSigns, letters } from "@relayscope/engine";
import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { hasMark } from "./changes.ts";
import type { BoxNode } from "./elementData.ts";
import { hatchOn } from "./hatch.tsx";
import { cutText, textWidth } from "./text.ts";
import { attributeLine, briefAttributes } from "./words/attributes.ts";

const levels = ["near", "mid", "low", "tiny"] as const;

const chips = new Set(["variable", "constant", "annotation", "global", "output", "tuple-item"]);

/** Lower chips have no room for the largest letters. From afar they are dots. */
const tallChip = 28;

interface SizedProps {
  readonly text: string;
  readonly width: number;
  readonly isChip: boolean;
  readonly isTall: boolean;
}

/** A label in up to four sizes. The picture's level of detail shows one of them. */
function Sized({ text, width, isChip, isTall }: SizedProps) {
  const shown = levels.map((level) => ({
    level,
    text: isChip && level === "tiny" && !isTall ? "" : cutText(text, letters[level][isChip ? "chip" : "name"], width, isChip),
  }));
  const distinct = [...new Set(shown.map((l) => l.text))].filter((t) => t !== "");
  return distinct.map((t) => (
    <span key={t} className={`sized ${shown.flatMap((l) => (l.text === t ? `at-${l.level}` : [])).join(" ")}`}>
      {t}
    </span>
  ));
}

/** Font size of the shape when it is alone: readable before the dtype and the attributes are. */
const shapeSize = 12;

/** Font size of the second line and of the attributes below it, which are shown when zoomed in. */
const typeSize = 10;
const briefSize = 7;

/** The attributes, cut to one line of `width`. */
function attributesIn(detail: string, size: number, width: number): string {
  return attributeLine(briefAttributes(detail), (line) => textWidth(line, size, true) <= width);
}

/** The box of an operator, a variable or a constant, with its result. */
export const BoxView = memo(function BoxView({ data, width, height }: NodeProps<BoxNode>) {
  const { node, tint, region, isRegionColor } = data;
  const isChip = chips.has(node.kind);
  const inner = (width ?? 0) - (isChip ? 8 : 14);
  const isTall = (height ?? 0) >= tallChip;
  const type = node.value === undefined ? [node.shape, node.dtype].filter((t) => t !== "").join(" ") : node.dtype;
  const hasLines = !isChip && isTall;
  const second = !hasLines ? "" : type === "" ? attributesIn(node.detail, typeSize, inner) : cutText(type, typeSize, inner, true);
  const brief = hasLines && type !== "" ? attributesIn(node.detail, briefSize, inner) : "";
  const style = tint
    ? {
        borderColor: tint.line,
        "--tint": tint.line,
        "--fill": isRegionColor ? undefined : tint.fill,
        "--hatch": isRegionColor ? undefined : hatchOn(tint),
      }
    : undefined;
  return (
    <div
      data-kind={node.card}
      data-region={region === "" ? undefined : region}
      data-box={node.kind}
      data-value={node.value}
      className={`box ${isChip ? "chip" : ""} ${isTall ? "tall" : ""} ${tint && !isRegionColor ? "tinted" : ""}`}
      style={style}
    >
      <span className="title">
        <Sized text={node.label} width={inner} isChip={isChip} isTall={isTall} />
      </span>
      {hasLines && node.shape !== "" && <span className="line shown-fair">{cutText(node.shape, shapeSize, inner, true)}</span>}
      {second !== "" && <span className="line shown-near">{second}</span>}
      {brief !== "" && <span className="line shown-close">{brief}</span>}
      {tint && !isRegionColor && (
        <span className="badges" aria-hidden>
          <span className="badge" data-sign={tint.letter} style={{ background: tint.line, color: tint.onLine }} />
        </span>
      )}
      {hasMark(node) && <ChangeMark change={node.change ?? "new"} />}
    </div>
  );
});

/** A sign at the corner for what the pass did to the node. */
export function ChangeMark({ change }: { readonly change: keyof typeof changeSigns }) {
  return <span className="change" data-change={change} data-sign={changeSigns[change]} title={change} aria-hidden />;
}
