import { pictureLink } from "@jipei/contract/notices/pictures.ts";
import sanitize from "sanitize-html";

/** Elements that a notice may contain; everything else is removed: scripts, styles, event handlers, pictures from elsewhere. */
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

/** Blocks whose text may stand in the middle or to the right. */
const aligned = ["style"];

/**
 * Reduces HTML to what a notice may contain, and closes open elements. Links do not send a referrer, and a picture is one that was uploaded here:
 * nobody learns from elsewhere who reads. Nesting deeper than forty elements is flattened, so that it cannot slow a browser down.
 * @param pictures whether the text may have pictures
 */
export const sanitiseHtml = (html: string, { pictures = false } = {}): string =>
  sanitize(html, {
    allowedTags: pictures ? [...allowedTags, "img"] : allowedTags,
    allowedAttributes: {
      a: ["href", "title", "rel", "target"],
      img: ["src", "alt"],
      ol: ["start"],
      p: aligned,
      h2: aligned,
      h3: aligned,
      h4: aligned,
      th: cell,
      td: cell,
    },
    allowedStyles: { "*": { "text-align": [/^(?:center|right|justify)$/] } },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && pictureLink(attribs.src) === null,
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
      img: (tagName, { src = "", alt = "" }) => ({ tagName, attribs: { src, alt } }),
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

/** Whether any text or picture is left to read. */
export const hasText = (html: string): boolean =>
  html.includes("<img ") || sanitize(html, { allowedTags: [] }).replace(/&nbsp;|\s/g, "") !== "";
