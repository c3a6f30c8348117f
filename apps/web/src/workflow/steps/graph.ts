import type { Tag } from "./xml.ts";

/** An element with its place in the picture. */
export interface Node {
  id: string;
  content: Tag;
  column: number;
  /** 0 on the way, 1 below it. */
  row: 0 | 1;
  size: "event" | "task" | "gateway";
}

/** A sequence flow between two of them. */
export interface Flow {
  id: string;
  from: string;
  to: string;
  content: Tag;
}
