/** What changed between two drawings of a process, by the ids of elements. */
export interface ModelChanges {
  added: string[];
  removed: string[];
  changed: string[];
}

const bpmn = "http://www.omg.org/spec/BPMN/20100524/MODEL";
/** Children that only repeat what flows say of themselves. */
const repeated = new Set(["incoming", "outgoing"]);

/** Compares two models; how they are drawn does not count, only what they do. */
export function compareModels(before: Element, after: Element): ModelChanges {
  const [old, now] = [contents(before), contents(after)];
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].filter(([id, text]) => old.has(id) && old.get(id) !== text).map(([id]) => id),
  };
}

/** Everything that an element says, by its id. */
function contents(root: Element): Map<string, string> {
  const found = new Map<string, string>();
  for (const element of root.getElementsByTagNameNS(bpmn, "*"))
    if (isPart(element)) found.set(element.getAttribute("id") ?? "", describe(element));
  return found;
}

/** Elements and flows of a process: what stands in one, or in a sub-process. */
const isPart = (element: Element): boolean =>
  element.hasAttribute("id") && /^(process|subProcess)$/.test(element.parentElement?.localName ?? "");

function describe(element: Element): string {
  const attributes = [...element.attributes].map(({ localName, value }) => `${localName}=${value}`).toSorted();
  const children = [...element.children]
    .filter((child) => !repeated.has(child.localName) && !isPart(child))
    .map(describe);
  const text = element.children.length === 0 ? (element.textContent ?? "").trim() : "";
  return JSON.stringify([element.localName, attributes, text, children]);
}
