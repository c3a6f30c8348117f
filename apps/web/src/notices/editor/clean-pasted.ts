/**
 * Text pasted from Word, WPS or a page as plain structure: their lists become lists, what is in the middle stays there, and styles, comments,
 * pictures of the other program and helper elements go. What the notice may contain is decided by the editor, and again by the server.
 */
export function cleanPasted(html: string): string {
  const page = new DOMParser().parseFromString(withoutComments(html), "text/html");
  for (const element of page.querySelectorAll("style, script, meta, link, title, xml, iframe, object, embed, svg"))
    element.remove();
  for (const heading of page.querySelectorAll("h1")) rename(heading, "h2");
  for (const box of page.querySelectorAll("center")) for (const block of box.children) align(block, "center");
  for (const block of page.querySelectorAll("[align]")) align(block, block.getAttribute("align"));
  for (const element of page.body.querySelectorAll("*"))
    if (element.localName === "font" || element.localName.includes(":")) element.replaceWith(...element.childNodes);
  makeLists(page);
  for (const paragraph of page.querySelectorAll("p, h2, h3, h4")) keepAlignment(paragraph);
  return page.body.innerHTML;
}

/** Word puts what only it understands into conditional comments, and the marks of list items between them. */
const withoutComments = (html: string): string =>
  html
    .replace(/<!\[if !supportLists\]>([\s\S]*?)<!\[endif\]>/gi, (_all, mark: string) => markOf(mark))
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<!\[[^\]]*\]>/g, "");

const markOf = (mark: string): string => {
  const text = mark.replace(/<[^>]*>|&nbsp;/g, "").trim();
  return `<span data-mark="${text.replace(/[^\p{L}\p{N}.、)）]/gu, "")}"></span>`;
};

function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  for (const { name: key, value } of element.attributes) other.setAttribute(key, value);
  element.replaceWith(other);
}

function align(block: Element, side: string | null): void {
  if (block instanceof HTMLElement && side && /^(center|right|justify)$/i.test(side))
    block.style.textAlign = side.toLowerCase();
}

/** Of the styles of a paragraph only where its text stands. */
function keepAlignment(block: Element): void {
  const side = block instanceof HTMLElement ? block.style.textAlign : "";
  block.removeAttribute("style");
  align(block, side);
}

/** Paragraphs that Word shows as list items, nested by their level. */
function makeLists(page: Document): void {
  let open: HTMLElement[] = [];
  let last: Element | null = null;
  for (const paragraph of page.querySelectorAll("p")) {
    const level = Number(/mso-list:[^;"]*level(\d)/i.exec(paragraph.getAttribute("style") ?? "")?.[1] ?? 0);
    if (level === 0) continue;
    if (!last || paragraph.previousElementSibling !== last) open = [];
    const mark = paragraph.querySelector("[data-mark]");
    const numbered = /[\p{N}a-z一二三四五六七八九十]/iu.test(mark?.getAttribute("data-mark") ?? "");
    mark?.remove();
    open = open.slice(0, level);
    while (open.length < level) {
      const list = page.createElement(numbered ? "ol" : "ul");
      const above = open.at(-1);
      if (above) (above.lastElementChild ?? above.appendChild(page.createElement("li"))).append(list);
      else {
        paragraph.before(list);
        last = list;
      }
      open.push(list);
    }
    const item = page.createElement("li");
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}
