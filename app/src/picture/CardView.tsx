import { cardLines } from "@relayscope/engine";
import { hatchedShares, joinedShares } from "@relayscope/palette";
import type { NodeProps } from "@xyflow/react";
import { Fragment, memo, Suspense } from "react";
import { part } from "../ui/part.ts";
import { ChangeMark } from "./BoxView.tsx";
import { hasMark } from "./changes.ts";
import type { Tint } from "./colors/colors.ts";
import type { CardNode } from "./elementData.ts";
import { barHatchFill, hatchOn } from "./hatch.tsx";
import { cutWords, shortened, textWidth, titleLines } from "./text.ts";

const OpenButton = part(() => import("./OpenButton.tsx").then((m) => m.OpenButton));

const barHeight = 5;

/** A stack's background: fills and hatches of its regions in proportion, over the card's own fill for the host. */
function groundOf(bar: CardNode["data"]["bar"]): string {
  const shares = joinedShares(bar, ({ tint }) => (tint ? `${tint.place} ${tint.pattern}` : ""));
  return hatchedShares(
    shares.flatMap(({ tint, start, length }) =>
      tint && tint.place >= 0 ? { ...tint, start: round(100 * start), length: round(100 * length) } : [],
    ),
  );
}

interface BarPath {
  readonly fill: string;
  readonly tint: Tint | undefined;
  readonly path: string;
}

/** The segments of a bar, one path a color and hatch: a map holds more of them than a pan could style as elements. */
function pathsOf(bar: CardNode["data"]["bar"], width: number): ReadonlyMap<string, BarPath> {
  const paths = new Map<string, BarPath>();
  for (const { tint, isHost, start, length } of bar) {
    const fill = tint?.line ?? (isHost ? "var(--p-card-line)" : "var(--p-muted)");
    const long = round(length * 0.92 * width);
    const key = `${fill} ${tint?.pattern}`;
    const path = `${paths.get(key)?.path ?? ""}M${round(start * width)} 0h${long}v${barHeight}h${-long}z`;
    paths.set(key, { fill, tint, path });
  }
  return paths;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Font sizes of the lines and, from afar, of the title, whose lines are as high. They equal those in picture.css. */
const lineSize = 12;
const midSize = 13.8;
const lowSize = 18;
/** The least height that a card's outline and padding take, and the height that its bar takes. */
const [edgeRoom, barRoom] = [5, 7];

/** A card of the map: a region, a stretch of the host, or a stack of repeated runs. Its box is sized to its texts. */
export const CardView = memo(function CardView({
  id,
  data,
  width,
  height,
  selected,
  positionAbsoluteX,
  positionAbsoluteY,
}: NodeProps<CardNode>) {
  const { node, tint, region, bar, end, pane } = data;
  const barWidth = Math.max(1, (width ?? 0) - 14);
  const isStack = node.kind === "stack";
  // The layer is on its region's color, below its region's letter.
  const isLayer = node.summary?.isLayer ?? false;
  const inBar = [...new Map(bar.flatMap(({ tint: own }) => (own ? [[own.letter, own] as const] : []))).values()];
  const targets = (inBar.length === 0 && tint ? [tint] : inBar).filter(({ letter }) => letter !== "");
  const isRefused = (node.summary?.refused.length ?? 0) > 0;
  const times = node.summary?.times ?? "";
  // Other cards have no room for a bar: their ground and letters show the proportions.
  const hasBar = isStack && bar.length > 0;
  const free = (height ?? 0) - edgeRoom - (hasBar ? barRoom : 0);
  const lowRows = Math.max(1, Math.floor(free / lowSize));
  // The count is next to the last line.
  const count = isStack && times !== "" ? textWidth(`×${times}`, lowSize) : 0;
  const title = titleLines(node.label, lowSize, (width ?? 0) - 14 - count, lowRows);
  const linesIn = (size: number) => cardLines(node, end, (line) => cutWords(line, size, (width ?? 0) - 16));
  const lines = linesIn(lineSize);
  // From farther away the letters are larger, and the lines say less.
  const midLines = linesIn(midSize).map((line) => shortened(line, midSize, (width ?? 0) - 16));
  const lowLines = lines.slice(0, lowRows - title.length).map((line) => shortened(line, lowSize, (width ?? 0) - 16));
  return (
    <div
      data-kind={node.card}
      data-region={region === "" ? undefined : region}
      data-box={node.kind}
      data-marked={data.isMarked || undefined}
      className="card"
      style={{
        ...(tint ? { borderColor: tint.line, "--tint": tint.line } : {}),
        ...(tint && !isStack && !isLayer ? { backgroundColor: tint.fill, "--hatch": hatchOn(tint) } : {}),
        ...(bar.length > 0 ? { "--hatch": groundOf(bar) } : {}),
      }}
    >
      <span className="title">
        <span className="from-mid">{node.label}</span>
        <span className="at-low">
          {title.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      </span>
      {lines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are distinguished by their place
        <span key={i} className="line">
          {midLines[i] === line ? (
            line
          ) : (
            <>
              <span className="sized at-near">{line}</span>
              <span className="sized at-mid">{midLines[i]}</span>
            </>
          )}
        </span>
      ))}
      {lowLines.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are distinguished by their place
        <span key={i} className="line low">
          {line}
        </span>
      ))}
      {hasBar && (
        <svg className="bar" viewBox={`0 0 ${barWidth} ${barHeight}`} aria-hidden>
          {[...pathsOf(bar, barWidth)].map(([key, { fill, tint: own, path }]) => (
            <Fragment key={key}>
              <path d={path} style={{ fill }} />
              {own && own.place >= 0 && <path d={path} className="bar-hatch" fill={barHatchFill(pane, own)} />}
            </Fragment>
          ))}
        </svg>
      )}
      {(isRefused || (targets.length > 0 && !isLayer)) && (
        <span className="badges" aria-hidden>
          {isRefused && <span className="badge refused" data-sign="!" />}
          {targets.map((own) => (
            <span key={own.letter} className="badge" data-sign={own.letter} style={{ background: own.line, color: own.onLine }} />
          ))}
        </span>
      )}
      {isStack && times !== "" && <span className="times" data-sign={`×${times}`} aria-hidden />}
      {hasMark(node) && <ChangeMark change={node.change ?? "new"} />}
      {selected && (
        <Suspense>
          <OpenButton id={id} node={node} box={{ x: positionAbsoluteX, y: positionAbsoluteY, width: width ?? 0, height: height ?? 0 }} />
        </Suspense>
      )}
    </div>
  );
});
