import sanitize from "sanitize-html";

/** What a notice may contain; everything else is left out: no script, no style, no event, no picture. */
const allowedTags = [
  "p",
  "br",
  "hr",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "sub",
  "sup",
  "blockquote",
  "ul",
  "ol",
  "li",
  "h2",
  "h3",
  "h4",
  "a",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "span",
  "div",
];
const cell = ["colspan", "rowspan"];
/** Elements whose content is no text either. */
const nonTextTags = [
  "script",
  "style",
  "iframe",
  "object",
  "embed",
  "svg",
  "math",
  "template",
  "noscript",
  "textarea",
  "option",
  "title",
  "head",
  "select",
  "xmp",
  "noembed",
  "noframes",
  "plaintext",
];
const number = /^\d{1,3}$/;

/**
 * Cuts HTML down to what a notice may contain, closing what was left open. Links leave this site without telling where they were.
 * Deeper nesting than forty elements is flattened, so that no browser is kept busy by it.
 */
export const sanitiseHtml = (html: string): string =>
  sanitize(html, {
    allowedTags,
    allowedAttributes: { a: ["href", "title", "rel", "target"], ol: ["start"], th: cell, td: cell },
    allowedSchemes: ["http", "https", "mailto"],
    allowProtocolRelative: false,
    nonTextTags,
    nestingLimit: 40,
    transformTags: {
      "*": (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(
          Object.entries(attribs).filter(([name, value]) => !["start", ...cell].includes(name) || number.test(value)),
        ),
      }),
      a: (tagName, { href, title }) => ({
        tagName,
        attribs: {
          ...(isAbsolute(href) && { href }),
          ...(title !== undefined && { title }),
          rel: "noopener noreferrer",
          target: "_blank",
        },
      }),
    },
  });

/** A link names its whole address: one within this site would lead elsewhere once the notice is read in another place. */
const isAbsolute = (href: string | undefined): href is string =>
  href !== undefined && /^(?:https?:\/\/|mailto:)\S/i.test(href);

/** Whether any text is left to read. */
export const hasText = (html: string): boolean => html.replace(/<[^>]*>/g, "").replace(/&nbsp;|\s/g, "") !== "";
