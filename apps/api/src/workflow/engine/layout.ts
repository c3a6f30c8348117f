import { layoutProcess } from "bpmn-auto-layout";
import { findFault } from "./xml/guard.ts";

/**
 * Adds a diagram to a BPMN file that has none, so that it can be looked at and edited. A file with a diagram comes back as it is.
 * @returns null where the file cannot be drawn: it is no model, or none of its processes has elements
 */
export async function withLayout(xml: string): Promise<string | null> {
  if (findFault(xml)) return null;
  if (hasDiagram(xml)) return xml;
  try {
    const drawn = await layoutProcess(xml);
    return hasDiagram(drawn) ? drawn : null;
  } catch {
    // The layout knows no fault of a model by name; readModel says what is wrong with it.
    return null;
  }
}

const hasDiagram = (xml: string): boolean => /<(?:[\w.-]+:)?BPMNShape[\s>]/.test(xml);
