import { NodeToolbar, Position, useReactFlow, useStore } from "@xyflow/react";
import { ListTree } from "lucide-react";
import type { Box } from "../state/boxes.ts";
import { usePage } from "../state/page.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import type { CardNode, PictureNode, TensorEdge } from "./elementData.ts";
import { freePlace, type Side } from "./words/freePlace.ts";

const positions: Readonly<Record<Side, Position>> = {
  right: Position.Right,
  left: Position.Left,
  bottom: Position.Bottom,
  top: Position.Top,
  inside: Position.Bottom,
};
/** The button in CSS pixels, and its distance from the card. */
const [buttonWidth, buttonHeight, offset] = [76, 30, 6];

interface OpenButtonProps {
  /** The id of the card's element. */
  readonly id: string;
  readonly node: CardNode["data"]["node"];
  readonly box: Box;
}

/** The button that opens the selected card: next to the card, or an icon in the card if there is no room next to it. */
export function OpenButton({ id, node, box }: OpenButtonProps) {
  const { actions } = usePage();
  const { getNodes, getEdges } = useReactFlow<PictureNode, TensorEdge>();
  const { side, align } = useStore(({ transform, width, height }) => {
    const [x, y, zoom] = transform;
    const sight = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
    const boxes = getNodes().flatMap(({ id: other, type, hidden, position, width = 0, height = 0 }) =>
      other === id || hidden || type === "hull" || type === "frame" ? [] : [{ ...position, width, height }],
    );
    const labels = getEdges().flatMap(({ data }) => data?.label?.box ?? []);
    const size = { width: buttonWidth / zoom, height: buttonHeight / zoom, offset: offset / zoom };
    return freePlace(box, size, [...boxes, ...labels], sight);
  });
  const open = () => actions.openNode(node);
  return (
    <NodeToolbar position={positions[side]} align={align} offset={side === "inside" ? -buttonHeight : offset}>
      {side === "inside" ? (
        <IconButton icon={ListTree} label="Open" className="border border-line-strong bg-panel" onClick={open} />
      ) : (
        <Button look="outline" icon={ListTree} className="h-6" onClick={open}>
          Open
        </Button>
      )}
    </NodeToolbar>
  );
}
