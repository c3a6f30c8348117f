/** Elements that people know as steps of a process, in the order of the file. */
const kinds = ["startEvent", "userTask", "serviceTask", "scriptTask", "callActivity", "subProcess", "endEvent"];
const bpmn = "http://www.omg.org/spec/BPMN/20100524/MODEL";

export interface ProcessStep {
  id: string;
  name: string;
  kind: string;
}

/** The steps of a process, read from its XML; none where it cannot be read. */
export function readSteps(xml: string): ProcessStep[] {
  const { documentElement } = new DOMParser().parseFromString(xml, "text/xml");
  return [...documentElement.getElementsByTagNameNS(bpmn, "*")]
    .filter((element) => kinds.includes(element.localName))
    .map((element) => ({
      id: element.getAttribute("id") ?? "",
      name: element.getAttribute("name") ?? "",
      kind: element.localName,
    }));
}
