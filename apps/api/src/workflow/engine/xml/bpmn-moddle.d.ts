/** What we use of bpmn-moddle, whose own types say nothing of reading. */
declare module "bpmn-moddle" {
  export interface ModdleElement {
    readonly $type: string;
    readonly $parent?: ModdleElement;
    get(name: string): unknown;
    set(name: string, value: unknown): void;
    $instanceOf(type: string): boolean;
  }

  export interface ParseWarning {
    readonly message: string;
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: string;
  }

  export interface Parsed {
    readonly rootElement: ModdleElement;
    /** Every reference of the file, also those that lead nowhere. */
    readonly references: readonly { readonly element: ModdleElement; readonly property: string; readonly id: string }[];
    readonly warnings: readonly ParseWarning[];
  }

  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, object>>);
    fromXML(xml: string): Promise<Parsed>;
    toXML(element: ModdleElement): Promise<{ readonly xml: string }>;
    create(type: string, properties: Readonly<Record<string, unknown>>): ModdleElement;
  }
}
