import sanitize from "sanitize-html";

/** Elements that a notice may contain; everything else is removed: scripts, styles, event handlers, pictures. */
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
/** Elements that are removed with their content, which is not text. */
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
 * Reduces HTML to what a notice may contain, and closes open elements. Links do not send a referrer.
 * Nesting deeper than forty elements is flattened, so that it cannot slow a browser down.
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

/** Whether a link is an absolute URL; a relative one would lead elsewhere on another page. */
const isAbsolute = (href: string | undefined): href is string =>
  href !== undefined && /^(?:https?:\/\/|mailto:)\S/i.test(href);

/** Whether any text is left to read. */
export const hasText = (html: string): boolean => sanitize(html, { allowedTags: [] }).replace(/&nbsp;|\s/g, "") !== "";
