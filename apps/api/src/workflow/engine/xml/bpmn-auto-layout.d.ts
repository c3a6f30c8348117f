/** What we use of bpmn-auto-layout, which has no types. */
declare module "bpmn-auto-layout" {
  /** Draws the diagram of a file anew. @returns the file with it */
  export function layoutProcess(xml: string): Promise<string>;
}
