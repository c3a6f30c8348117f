import { type Tag, tag } from "./xml.ts";
import type { Flow, Node } from "./graph.ts";

/** Where the columns begin, and how far they and the rows are apart. */
const [left, top, across, down] = [160, 120, 150, 150];
const sizes: Readonly<Record<Node["size"], readonly [width: number, height: number]>> = {
  event: [36, 36],
  task: [100, 80],
  gateway: [50, 50],
};

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The picture of a list of steps: one row, and what a refusal leads to below it. */
export function layout(key: string, nodes: readonly Node[], flows: readonly Flow[]): Tag {
  const boxes = new Map(nodes.map((node) => [node.id, boxOf(node)]));
  const shapes = nodes.map(({ id, size }) => {
    const box = boxes.get(id) ?? none;
    const marker = size === "gateway" ? { isMarkerVisible: "true" } : {};
    return tag("bpmndi:BPMNShape", { id: `${id}_di`, bpmnElement: id, ...marker }, [bounds(box)]);
  });
  const edges = flows.map(({ id, from, to }) =>
    tag(
      "bpmndi:BPMNEdge",
      { id: `${id}_di`, bpmnElement: id },
      way(boxes.get(from) ?? none, boxes.get(to) ?? none).map(([x, y]) =>
        tag("di:waypoint", { x: String(x), y: String(y) }),
      ),
    ),
  );
  return tag("bpmndi:BPMNDiagram", { id: "diagram" }, [
    tag("bpmndi:BPMNPlane", { id: "plane", bpmnElement: key }, [...shapes, ...edges]),
  ]);
}

const none: Box = { x: 0, y: 0, width: 0, height: 0 };

/** Every element stands in the middle of its column and row. */
function boxOf({ column, row, size }: Node): Box {
  const [width, height] = sizes[size];
  return { x: left + column * across - width / 2, y: top + row * down - height / 2, width, height };
}

const bounds = ({ x, y, width, height }: Box): Tag =>
  tag("dc:Bounds", { x: String(x), y: String(y), width: String(width), height: String(height) });

/** Straight along the row; back to an earlier element below the row; down to what stands in the row below. */
function way(from: Box, to: Box): [x: number, y: number][] {
  const [a, b] = [middle(from), middle(to)];
  const below = top + down;
  if (a.y === b.y && a.x < b.x)
    return [
      [from.x + from.width, a.y],
      [to.x, b.y],
    ];
  if (a.y === b.y)
    return [
      [a.x, from.y + from.height],
      [a.x, below],
      [b.x, below],
      [b.x, to.y + to.height],
    ];
  if (a.x === b.x)
    return [
      [a.x, from.y + from.height],
      [b.x, to.y],
    ];
  return [
    [a.x, from.y + from.height],
    [a.x, b.y],
    [to.x + to.width, b.y],
  ];
}

const middle = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });
