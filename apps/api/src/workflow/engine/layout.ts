import { layoutProcess } from "bpmn-auto-layout";
import { BpmnModdle, type Parsed } from "bpmn-moddle";
import { noActions } from "./actions.ts";
import { type Outline, outline } from "./compile/outline.ts";
import { Reading } from "./compile/reading.ts";
import { flowable } from "./xml/flowable.ts";
import { findFault } from "./xml/guard.ts";
import { child, children, typeOf, type XmlElement } from "./xml/tree.ts";

/**
 * Adds a diagram to a BPMN file that has none, so that it can be looked at and edited; of several processes the first is drawn. A file with
 * a diagram comes back as it is.
 * @returns null where the file cannot be drawn: readModel says what is wrong with it
 */
export async function withLayout(xml: string): Promise<string | null> {
  if (findFault(xml)) return null;
  if (hasDiagram(xml)) return xml;
  try {
    const drawn = await layoutProcess(await withAllSaid(xml));
    return hasDiagram(drawn) ? drawn : null;
  } catch {
    // The layout names no fault of a model.
    return null;
  }
}

const hasDiagram = (xml: string): boolean => /<(?:[\w.-]+:)?BPMNShape[\s>]/.test(xml);

/** The file with ids for all that is drawn, and with what its references mean: written anew, it would lose those that lead to nothing. */
async function withAllSaid(xml: string): Promise<string> {
  const moddle = new BpmnModdle();
  const { rootElement, references } = await moddle.fromXML(xml);
  const roots = children(rootElement, "rootElements");
  const reading = new Reading(noActions, references);
  for (const process of roots) if (typeOf(process) === "process") connect(outline(reading, process));
  const declared = new Map<string, XmlElement>();
  for (const reference of references) {
    if (reference.element.get(reference.property)) continue;
    const kind = kinds.get(reference.property.replace(/^\w+:/, ""));
    if (kind === "collection") {
      rootElement.set("xmlns:flowable", flowable.uri);
      reference.element.set("flowable:collection", reference.id);
    } else if (kind) reference.element.set(reference.property, declare(moddle, declared, rootElement, kind, reference));
  }
  rootElement.set("rootElements", [...roots, ...declared.values()]);
  return (await moddle.toXML(rootElement)).xml;
}

/** Says at each element which flows come to it and leave it, as the layout follows them; many files say it at the flows alone. */
function connect({ nodes, flows }: Outline): void {
  const elements = flows.map(({ element }) => element);
  const bySource = Map.groupBy(elements, (flow) => child(flow, "sourceRef"));
  const byTarget = Map.groupBy(elements, (flow) => child(flow, "targetRef"));
  for (const { element } of nodes) {
    element.set("incoming", byTarget.get(element) ?? []);
    element.set("outgoing", bySource.get(element) ?? []);
  }
}

/** References that mean something by themselves. */
const kinds: ReadonlyMap<string, string> = new Map([
  ["loopDataInputRef", "collection"],
  ["messageRef", "bpmn:Message"],
  ["signalRef", "bpmn:Signal"],
  ["errorRef", "bpmn:Error"],
]);

/** What a reference means, declared under its own name. */
function declare(
  moddle: BpmnModdle,
  declared: Map<string, XmlElement>,
  root: XmlElement,
  type: string,
  { id }: Parsed["references"][number],
): XmlElement {
  const key = `${type} ${id}`;
  const said = { id: `${typeName(type)}_${declared.size + 1}`, name: id };
  const known = declared.get(key) ?? moddle.create(type, type === "bpmn:Error" ? { ...said, errorCode: id } : said);
  declared.set(key, known);
  known.set("$parent", root);
  return known;
}

const typeName = (type: string): string => type.replace(/^\w+:/, "");
