import { eachAttribute, getText, scanner } from "../xml.ts";

/** The XML of a part as a tree that can be changed and written again: small parts only, of which all has to stay that nobody changes. */
export interface XmlElement {
  /** With its prefix. */
  name: string;
  attributes: Map<string, string>;
  children: XmlNode[];
}
export type XmlNode = XmlElement | string;

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== "string";
export const element = (
  name: string,
  attributes: Record<string, string> = {},
  children: XmlNode[] = [],
): XmlElement => ({
  name,
  attributes: new Map(Object.entries(attributes)),
  children,
});

/** @throws WorkbookError for what is no sound XML */
export function readTree(bytes: Buffer): XmlElement {
  const root = element("");
  const open: XmlElement[] = [root];
  const top = () => open.at(-1) as XmlElement;
  const scan = scanner({
    wantsText: true,
    open(_name, at) {
      const start = at.bytes.lastIndexOf(0x3c, at.start - 1) + 1;
      const made = element(at.bytes.toString("utf8", start, at.start));
      eachAttribute(at, (text, name, nameEnd, from, to) => {
        // The name is told without its prefix.
        let first = name;
        while ((text[first - 1] as number) > 0x20) first--;
        made.attributes.set(text.toString("utf8", first, nameEnd), getText({ bytes: text, start: from, end: to }));
      });
      top().children.push(made);
      open.push(made);
    },
    close: () => void open.pop(),
    text: (at, isData) => void top().children.push(getText(at, isData)),
  });
  scan.take(bytes);
  scan.end();
  return root.children.find(isElement) ?? root;
}

const head = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
export const writeTree = (root: XmlElement): Buffer => Buffer.from(head + elementXml(root));

function elementXml({ name, attributes, children }: XmlElement): string {
  const said = [...attributes].map(([key, value]) => ` ${key}="${attributeXml(value)}"`).join("");
  if (children.length === 0) return `<${name}${said}/>`;
  return `<${name}${said}>${children.map((one) => (isElement(one) ? elementXml(one) : textXml(one))).join("")}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};
const textXml = (text: string): string => text.replace(/[&<>\r]/g, (mark) => entities[mark] ?? mark);
const attributeXml = (text: string): string =>
  text.replace(/[&<>"\r\n\t]/g, (mark) => entities[mark] ?? `&#${mark.charCodeAt(0)};`);

/** The name without its prefix. */
export const localName = ({ name }: XmlElement): string => name.slice(name.indexOf(":") + 1);
export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter(isElement).filter((one) => localName(one) === name);
export const childOf = (parent: XmlElement, name: string): XmlElement | undefined => childrenOf(parent, name)[0];

/** An element and all below it. */
export function* walk(from: XmlElement): Generator<XmlElement> {
  yield from;
  for (const child of from.children) if (isElement(child)) yield* walk(child);
}

/** The text of an element and of all below it, without guides to pronunciation. */
export const textOf = (of: XmlElement): string =>
  of.children
    .map((child) => {
      if (!isElement(child)) return child;
      return localName(child) === "rPh" ? "" : textOf(child);
    })
    .join("");

export const copyOf = ({ name, attributes, children }: XmlElement): XmlElement => ({
  name,
  attributes: new Map(attributes),
  children: children.map((child) => (isElement(child) ? copyOf(child) : child)),
});

export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined => attributes.get(name);
