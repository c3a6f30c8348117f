/** A tag of XML: its attributes as far as they are there, and what is inside it. */
export interface Tag {
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  content: readonly Tag[] | string;
}

export const tag = (name: string, attributes: Tag["attributes"], content: Tag["content"] = []): Tag => ({
  name,
  attributes,
  content,
});

/** Writes a tag with everything inside it. */
export function toXml({ name, attributes, content }: Tag, indent = ""): string {
  const written = Object.entries(attributes)
    .filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "")
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join("");
  const open = `${indent}<${name}${written}`;
  if (content.length === 0) return `${open} />`;
  if (typeof content === "string") return `${open}>${escape(content)}</${name}>`;
  return `${open}>\n${content.map((one) => toXml(one, `${indent}  `)).join("\n")}\n${indent}</${name}>`;
}

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
};
/** What XML does not know, such as control characters, is left out. */
const escape = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is meant
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "").replace(/[&<>"\n]/g, (sign) => signs[sign] ?? sign);
