/** What we use of the services of bpmn-js, which it hands out by their names and without types. */
export interface Shape {
  id: string;
  type: string;
  x?: number;
  y?: number;
  parent?: Shape | null;
  businessObject: Moddle;
  /** Names what a label belongs to. */
  labelTarget?: Shape;
}
/** An element of the BPMN model. */
export interface Moddle {
  $type: string;
  id: string;
  name?: string;
  $parent?: Moddle;
  $attrs?: Record<string, string>;
  get: (name: string) => unknown;
  set: (name: string, value: unknown) => void;
}
export interface Canvas {
  zoom: (to: "fit-viewport" | number, centre?: "auto") => number;
  zoomed?: number;
  addMarker: (id: string, marker: string) => void;
  removeMarker: (id: string, marker: string) => void;
  scrollToElement: (id: string) => void;
  getRootElement: () => Shape;
}
export interface ElementRegistry {
  get: (id: string) => Shape | undefined;
  getAll: () => Shape[];
  filter: (fits: (shape: Shape) => boolean) => Shape[];
}
export interface ZoomScroll {
  stepZoom: (by: number) => void;
}
/** Colours of a diagram are those of the page, so that it can be read in both schemes. */
export const colours = {
  defaultFillColor: "var(--surface)",
  defaultStrokeColor: "var(--text)",
  defaultLabelColor: "var(--text)",
};
export const letters = { fontFamily: "inherit", fontSize: 13 };
