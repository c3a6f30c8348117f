import { isInternal } from "@jipei/contract/workflow/expression/names.ts";
import { children, idOf, typeOf, type XmlElement } from "../xml/tree.ts";
import type { Reading } from "./reading.ts";

/** The elements of a process by what they are, each with the scope in which it stands. */
export interface Outline {
  readonly nodes: readonly Placed[];
  readonly flows: readonly Placed[];
  readonly data: readonly Placed[];
  readonly scopes: readonly { readonly element: XmlElement; readonly id: string; readonly parent: string | null }[];
}

interface Placed {
  readonly element: XmlElement;
  readonly scope: string;
}

/** What stands in diagrams to be read by people alone. */
const silent: ReadonlySet<string> = new Set(["dataObjectReference", "dataStoreReference"]);

/** Walks through a process, and gives ids to what has none: always the same ones, so that a file can be read again. */
export function outline(reading: Reading, process: XmlElement): Outline {
  const taken = new Set<string>();
  const nodes: Placed[] = [];
  const flows: Placed[] = [];
  const data: Placed[] = [];
  const scopes: { element: XmlElement; id: string; parent: string | null }[] = [];

  const numbers = new Map<string, number>();
  const walk = (container: XmlElement, parent: string | null) => {
    const scope = idOf(container);
    scopes.push({ element: container, id: scope, parent });
    for (const element of children(container, "flowElements")) {
      const type = typeOf(element);
      if (silent.has(type)) continue;
      identify(reading, element, type, taken, numbers);
      if (type === "sequenceFlow") flows.push({ element, scope });
      else if (type === "dataObject") data.push({ element, scope });
      else {
        nodes.push({ element, scope });
        if (element.$instanceOf("bpmn:FlowElementsContainer")) walk(element, scope);
      }
    }
  };
  identify(reading, process, "process", taken, numbers);
  walk(process, null);
  return { nodes, flows, data, scopes };
}

function identify(
  reading: Reading,
  element: XmlElement,
  type: string,
  taken: Set<string>,
  numbers: Map<string, number>,
): void {
  let id = idOf(element);
  if (!id) {
    let number = numbers.get(type) ?? 0;
    while (!id || taken.has(id)) id = `${type}_without_id_${++number}`;
    numbers.set(type, number);
    element.set("id", id);
  }
  if (taken.has(id)) reading.refuse("ID_TAKEN", element, { detail: id });
  if (isInternal(id)) reading.refuse("ID_NOT_ALLOWED", element, { detail: id });
  taken.add(id);
}
