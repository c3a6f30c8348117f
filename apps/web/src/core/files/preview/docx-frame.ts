import { renderAsync } from "docx-preview";

/** Elements that a document has no business with, whatever made them. */
const unwanted = "script, iframe, frame, object, embed, link, meta, base, form, input, button, video, audio";
/** Attributes that name something to load or to open. */
const addresses = ["href", "xlink:href", "src", "srcset", "action", "poster", "background"];
const isInside = (address: string) => /^(?:#|data:(?:image|font)\/)/.test(address.trim());

/** Sheets of white paper on the ground of the dialog, in either scheme of colours. */
const room = `body { margin: 0; }
.docx-wrapper { display: block; box-sizing: border-box; width: max-content; min-width: 100%; background: none; padding: 12px; }
.docx-wrapper > section.docx { box-shadow: 0 0 0 1px #d0d5dd; margin: 0 auto 12px; color: #000; }`;

/**
 * Draws a Word document into a frame without scripts. Nothing is loaded from anywhere: pictures and fonts come out of the document itself, links lead
 * nowhere. The frame is the first fence, the policy of the page the last.
 * @throws where it is no document that can be read
 */
export async function drawDocx(bytes: ArrayBuffer, inside: Document): Promise<void> {
  const [body, styles] = [document.createElement("div"), document.createElement("div")];
  await renderAsync(bytes, body, styles, {
    className: "docx",
    inWrapper: true,
    breakPages: true,
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
    renderComments: false,
    experimental: false,
  });
  for (const part of [body, styles]) clean(part);
  for (const picture of body.querySelectorAll("img:not([src])")) picture.remove();
  const own = document.createElement("style");
  own.textContent = room;
  inside.head.append(...styles.childNodes, own);
  inside.body.append(...body.childNodes);
}

/** Takes away what could run, load or lead elsewhere. */
export function clean(root: Element): void {
  for (const element of root.querySelectorAll(unwanted)) element.remove();
  for (const element of root.querySelectorAll("*")) {
    // A copy, since what is taken away leaves the list.
    for (const { name, value } of Array.from(element.attributes))
      if (/^on/i.test(name) || (addresses.includes(name.toLowerCase()) && !isInside(value)))
        element.removeAttribute(name);
      else if (name === "style") element.setAttribute(name, withoutAddresses(value));
    if (element instanceof HTMLStyleElement) element.textContent = withoutAddresses(element.textContent ?? "");
  }
}

/** Styles without imports, and without pictures and fonts from elsewhere. */
const withoutAddresses = (style: string): string =>
  style
    .replace(/@import[^;]*;?/gi, "")
    .replace(/url\(\s*(["']?)(?!\1?data:(?:image|font|application)\/)[^)]*\)/gi, "none");
