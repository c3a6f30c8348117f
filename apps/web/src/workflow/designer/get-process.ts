/** Key and name of the first process of a file of BPMN 2.0; empty where there is none. */
export function getProcess(xml: string): { key: string; name: string } {
  const process = new DOMParser().parseFromString(xml, "text/xml").querySelector("process");
  const key = process?.getAttribute("id") ?? "";
  return { key, name: process?.getAttribute("name") || key };
}
