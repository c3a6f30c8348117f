/** What a model may be at most, checked before anything parses it. */
export const most = { bytes: 2_000_000, depth: 100, tags: 30_000 };

export type XmlFault =
  | "EMPTY"
  | "TOO_LARGE"
  | "TOO_DEEP"
  | "TOO_MANY_TAGS"
  | "DOCTYPE"
  | "ENTITY"
  | "INSTRUCTION"
  | "EXTERNAL"
  | "BROKEN";

const known = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;

/**
 * Looks a text of XML over in one pass, without a parser and without recursion, for what is never let near one: document types and entities,
 * instructions, references to other documents, and sizes that would only wear the server out.
 * @returns what is wrong with it, or null
 */
export function findFault(xml: string): XmlFault | null {
  if (xml.trim() === "") return "EMPTY";
  if (xml.length > most.bytes || Buffer.byteLength(xml) > most.bytes) return "TOO_LARGE";
  let depth = 0;
  let tags = 0;
  for (let at = xml.indexOf("<"); at !== -1; at = xml.indexOf("<", at)) {
    const end = endOf(xml, at);
    if (end === -1) return "BROKEN";
    const tag = xml.slice(at, end);
    if (tag.startsWith("<!--") || tag.startsWith("<![CDATA[")) {
      at = end;
      continue;
    }
    if (tag.startsWith("<!")) return /^<!ENTITY/i.test(tag) ? "ENTITY" : "DOCTYPE";
    if (tag.startsWith("<?")) {
      if (!/^<\?xml\s/i.test(tag)) return "INSTRUCTION";
    } else if (tag.startsWith("</")) {
      if (--depth < 0) return "BROKEN";
    } else {
      if (++tags > most.tags) return "TOO_MANY_TAGS";
      if (/^<(?:[\w.-]+:)?include\s[^>]*href\s*=/.test(tag)) return "EXTERNAL";
      if (!tag.endsWith("/>") && ++depth > most.depth) return "TOO_DEEP";
    }
    const next = xml.indexOf("<", end);
    if (known.test(tag) || known.test(xml.slice(end, next === -1 ? undefined : next))) return "ENTITY";
    at = end;
  }
  return depth === 0 ? null : "BROKEN";
}

/** Where the tag, comment or section ends that begins at `at`. */
function endOf(xml: string, at: number): number {
  const until = (sign: string) => {
    const end = xml.indexOf(sign, at);
    return end === -1 ? -1 : end + sign.length;
  };
  if (xml.startsWith("<!--", at)) return until("-->");
  if (xml.startsWith("<![CDATA[", at)) return until("]]>");
  if (xml.startsWith("<?", at)) return until("?>");
  // A bracket within an attribute ends no tag.
  let quote = "";
  for (let end = at + 1; end < xml.length; end++) {
    const sign = xml.charAt(end);
    if (quote) quote = sign === quote ? "" : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return end + 1;
    else if (sign === "<") return xml.startsWith("<!", at) ? end : -1;
  }
  return -1;
}
