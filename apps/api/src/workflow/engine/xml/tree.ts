import { BpmnModdle, type ModdleElement, type Parsed } from "bpmn-moddle";
import { families, flowable } from "./flowable.ts";

/** An element of the file. */
export type XmlElement = ModdleElement;

/** Reads a text of XML that was found harmless. Prefixes of the whole family come out as Flowable's. */
export const parseXml = (xml: string): Promise<Parsed> =>
  new BpmnModdle({ flowable }).fromXML(
    families.reduce(
      (text, family) =>
        text.replaceAll(`"${family}"`, `"${flowable.uri}"`).replaceAll(`'${family}'`, `'${flowable.uri}'`),
      xml,
    ),
  );

const isElement = (value: unknown): value is XmlElement =>
  typeof value === "object" && value !== null && "$type" in value && "get" in value && typeof value.get === "function";

/** The BPMN name of an element: `userTask`, `startEvent`. */
export function typeOf(element: XmlElement): string {
  const name = element.$type.replace(/^\w+:/, "");
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** An attribute or text, without the space around it; null where it is missing or empty. */
export function text(element: XmlElement, name: string): string | null {
  const value = element.get(name);
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return null;
  return String(value).trim() || null;
}

/** An attribute of Flowable. */
export const extra = (element: XmlElement, name: string): string | null => text(element, `flowable:${name}`);

/** Whether an attribute says so; `otherwise` where it is missing. */
export function flag(element: XmlElement, name: string, otherwise: boolean): boolean {
  const value = text(element, name);
  return value === null ? otherwise : value === "true";
}

export function child(element: XmlElement, name: string): XmlElement | null {
  const value = element.get(name);
  return isElement(value) ? value : null;
}

export function children(element: XmlElement, name: string): readonly XmlElement[] {
  const value = element.get(name);
  return Array.isArray(value) ? value.filter(isElement) : [];
}

/** Id and name of an element; empty where it has none. */
export const idOf = (element: XmlElement): string => text(element, "id") ?? "";
export const nameOf = (element: XmlElement): string => text(element, "name") ?? "";

/** Elements of Flowable inside an element: `flowable:In`, `flowable:Field`. */
export const extensions = (element: XmlElement, type: string): readonly XmlElement[] => {
  const around = child(element, "extensionElements");
  return around ? children(around, "values").filter((each) => each.$type === `flowable:${type}`) : [];
};

/** What an element says of itself. */
export const documentationOf = (element: XmlElement): string =>
  children(element, "documentation")
    .map((each) => text(each, "text") ?? "")
    .join("\n");
