import type { NodeProps } from "@xyflow/react";
import { memo } from "react";
import { briefAttributes } from "./attributes.ts";
import { changeSigns } from "./changes.ts";
import type { BoxNode } from "./elements.ts";
import { hatchOn } from "./hatch.tsx";
import { cutText } from "./text.ts";

/** Font sizes of a label by level of detail: each stays readable down to the zoom at which the next takes its place. */
const sizes = { near: 12, mid: 14, low: 18, tiny: 25.2 } as const;
/** A chip has no room for more. */
const chipSizes = { near: 12, mid: 13.8, low: 18, tiny: undefined } as const;

const chips = new Set(["variable", "constant", "annotation", "global", "output", "tuple-item"]);

/** A label in up to four sizes, of which the picture's level of detail shows one. */
function Sized({ text, width, isMono = false }: { readonly text: string; readonly width: number; readonly isMono?: boolean }) {
  const by = isMono ? chipSizes : sizes;
  const levels = (["near", "mid", "low", "tiny"] as const).map((level) => ({
    level,
    text: by[level] === undefined ? "" : cutText(text, by[level], width, isMono),
  }));
  const distinct = [...new Set(levels.map((l) => l.text))].filter((t) => t !== "");
  return distinct.map((t) => (
    <span key={t} className={`sized ${levels.flatMap((l) => (l.text === t ? `at-${l.level}` : [])).join(" ")}`}>
      {t}
    </span>
  ));
}

/** Second and third lines: the result's dtype and shape; the attributes, which stand when one is near. */
function secondLine({ dtype, shape, detail, value }: BoxNode["data"]["node"]): string {
  if (value !== undefined) return dtype;
  return [shape, dtype].filter((t) => t !== "").join(" ") || detail;
}

/** An operator, a variable, a constant: what it is, what it gives. */
export const BoxView = memo(function BoxView({ data, width, height }: NodeProps<BoxNode>) {
  const { node, tint, region, isRegionColor } = data;
  const isChip = chips.has(node.kind);
  const inner = (width ?? 0) - (isChip ? 8 : 14);
  const second = isChip ? "" : secondLine(node);
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
      className={`box ${isChip ? "chip" : ""} ${tint && !isRegionColor ? "tinted" : ""}`}
      style={style}
    >
      <span className="title">
        <Sized text={node.label} width={inner} isMono={isChip} />
      </span>
      {second !== "" && (height ?? 0) >= 30 && <span className="line shown-near">{cutText(second, 10, inner, true)}</span>}
      {!isChip && briefAttributes(node.detail) !== "" && second !== node.detail && (height ?? 0) >= 30 && (
        <span className="line shown-close">{cutText(briefAttributes(node.detail), 7, inner, true)}</span>
      )}
      {tint && !isRegionColor && (
        <span className="badges" aria-hidden>
          <span className="badge" data-sign={tint.letter} style={{ background: tint.line, color: tint.onLine }} />
        </span>
      )}
      {(node.change ?? (node.isNew ? "new" : undefined)) !== undefined && <ChangeMark change={node.change ?? "new"} />}
    </div>
  );
});

/** What the pass did to it, as a sign at the corner. */
export function ChangeMark({ change }: { readonly change: keyof typeof changeSigns }) {
  return <span className="change" data-change={change} data-sign={changeSigns[change]} title={change} aria-hidden />;
}
