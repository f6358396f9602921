import { letters } from "@relayscope/engine";
import { NodeToolbar, Position, useReactFlow, useStore } from "@xyflow/react";
import { ListTree } from "lucide-react";
import type { Box } from "../state/boxes.ts";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import type { BoxData, CardNode, PictureNode, TensorEdge } from "./elementData.ts";
import { freePlace, placesOf, type Side } from "./words/freePlace.ts";

const positions: Readonly<Record<Side, Position>> = {
  right: Position.Right,
  left: Position.Left,
  bottom: Position.Bottom,
  top: Position.Top,
};
/** The button with its name: its width in CSS pixels. */
const named = 76;
/** A sign in CSS pixels, at the least zoom of its size. It equals `--mark` in picture.css. */
const markSize = 12.6;
/** With its name, as an icon alone, and as one that reaches over the card's edge, where the card has no words. */
const places = placesOf([
  { width: named, height: 28, offset: 6 },
  { width: 24, height: 24, offset: 3 },
  { width: 24, height: 24, offset: -3 },
]);

interface OpenButtonProps {
  /** The id of the card's element. */
  readonly id: string;
  readonly node: CardNode["data"]["node"];
  readonly box: Box;
}

/** The button that opens the selected card: next to the card, as an icon alone where there is no room for its name. */
export function OpenButton({ id, node, box }: OpenButtonProps) {
  const { actions } = usePage();
  const { getNodes, getEdges } = useReactFlow<PictureNode, TensorEdge>();
  const place = useStore(({ transform, width, height }) => {
    const [x, y, zoom] = transform;
    const sight = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    const drawn = getNodes().flatMap(({ id: other, type, data, hidden, position, width = 0, height = 0 }) => {
      if (hidden || type === "hull" || type === "frame") return [];
      const own = { ...position, width, height };
      return [...(other === id ? [] : [own]), ...(type === "card" ? signsOf(data, own, zoom) : [])];
    });
    const labels = getEdges().flatMap(({ data }) => data?.label?.box ?? []);
    return freePlace(places, box, zoom, [...drawn, ...labels], sight);
  });
  if (!place) return null;
  const open = () => actions.openNode(node);
  return (
    <NodeToolbar position={positions[place.side]} align={place.align} offset={place.offset}>
      {place.width === named ? (
        <Button look="outline" icon={ListTree} className="h-6" onClick={open}>
          Open
        </Button>
      ) : (
        <IconButton icon={ListTree} size={14} label="Open" className="size-6! border border-line-strong bg-panel" onClick={open} />
      )}
    </NodeToolbar>
  );
}

/** The room of a card's signs at a zoom: letters and `!` at its head, the count of a stack at its end. */
function signsOf({ node, tint, bar }: BoxData, { x, y, width, height }: Box, zoom: number): readonly Box[] {
  const { least } = Object.values(letters).find((size) => zoom >= size.least) ?? letters.tiny;
  const mark = markSize / least;
  const hasBadges = tint !== undefined || bar.length > 0 || (node.summary?.refused.length ?? 0) > 0;
  const hasTimes = (node.summary?.times ?? "") !== "";
  return [
    ...(hasBadges ? [{ x: x - 0.75 * mark, y: y - 0.8 * mark, width: 2 * mark, height: 1.3 * mark }] : []),
    ...(hasTimes ? [{ x: x + width - 1.4 * mark, y: y + height - 9 - mark, width: 2 * mark, height: mark }] : []),
  ];
}
