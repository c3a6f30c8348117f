/** What tests use of bpmn-moddle, which reads and writes files for bpmn-js. */
declare module "bpmn-moddle" {
  import type { Moddle } from "../diagram/bpmn-services.ts";

  export class BpmnModdle {
    constructor(packages: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<{ rootElement: Moddle; elementsById: Readonly<Record<string, Moddle>> }>;
    toXML(element: Moddle): Promise<{ xml: string }>;
    create(type: string, properties: object): Moddle;
  }
}
