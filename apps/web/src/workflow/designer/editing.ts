import type Modeler from "bpmn-js/lib/Modeler";
import type { Moddle, Shape } from "../diagram/bpmn-services.ts";

interface Modeling {
  updateProperties: (shape: Shape, properties: object) => void;
  updateModdleProperties: (shape: Shape, moddle: Moddle, properties: object) => void;
}
interface Factory {
  create: (type: string, attributes: object) => Moddle;
}

/** Reads and writes one element of the diagram; everything written can be undone. */
export interface Editing {
  element: Shape;
  is: (...types: string[]) => boolean;
  text: (name: string) => string;
  /** An element inside it. */
  child: (name: string) => Moddle | null;
  set: (properties: object) => void;
  /** Writes into something inside the element. */
  setOf: (moddle: Moddle, properties: object) => void;
  create: (type: string, attributes: object) => Moddle;
  /** An expression for where BPMN wants an element of its own; nothing for an empty text. */
  expression: (text: string) => Moddle | undefined;
}

export function editingOf(modeler: Modeler, element: Shape): Editing {
  const modeling = modeler.get<Modeling>("modeling");
  const factory = modeler.get<Factory>("bpmnFactory");
  const { businessObject } = element;
  const create = (type: string, attributes: object) => factory.create(type, attributes);
  return {
    element,
    is: (...types) => types.includes(element.type),
    text: (name) => textOf(businessObject, name),
    child: (name) => childOf(businessObject, name),
    set: (properties) => modeling.updateProperties(element, properties),
    setOf: (moddle, properties) => modeling.updateModdleProperties(element, moddle, properties),
    create,
    expression: (text) => (text.trim() === "" ? undefined : create("bpmn:FormalExpression", { body: text })),
  };
}

export function textOf(moddle: Moddle, name: string): string {
  const value = moddle.get(name);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

const isModdle = (value: unknown): value is Moddle => typeof value === "object" && value !== null && "$type" in value;

export function childOf(moddle: Moddle, name: string): Moddle | null {
  const value = moddle.get(name);
  return isModdle(value) ? value : null;
}

export function childrenOf(moddle: Moddle, name: string): Moddle[] {
  const value = moddle.get(name);
  return Array.isArray(value) ? value.filter(isModdle) : [];
}

/** The text of an expression inside an element. */
export const bodyOf = (moddle: Moddle | null): string => (moddle ? textOf(moddle, "body") : "");

/** Elements of Flowable inside an element. */
export const extensionsOf = (moddle: Moddle, type: string): Moddle[] => {
  const around = childOf(moddle, "extensionElements");
  return around ? childrenOf(around, "values").filter((one) => one.$type === type) : [];
};

/** Puts elements of Flowable in the place of those of their type. */
export function setExtensions(editing: Editing, type: string, values: readonly Moddle[]): void {
  const around = editing.child("extensionElements");
  const others = around ? childrenOf(around, "values").filter((one) => one.$type !== type) : [];
  const all = [...others, ...values];
  const made = editing.create("bpmn:ExtensionElements", { values: all });
  for (const one of all) one.$parent = made;
  editing.set({ extensionElements: all.length > 0 ? made : undefined });
}
