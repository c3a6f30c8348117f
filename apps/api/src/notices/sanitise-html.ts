/**
 * HTML of a notice cut down to harmless elements. The output is written anew from an allow-list, so that whatever the input was, nothing
 * else can come out: no script, no style, no event, no address but http, https and mailto.
 */

const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [], br: [], hr: [], strong: [], b: [], em: [], i: [], u: [], s: [], sub: [], sup: [], blockquote: [], ul: [], ol: ['start'], li: [], h2: [], h3: [], h4: [],
  a: ['href', 'title'], table: [], thead: [], tbody: [], tr: [], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'], span: [], div: [],
}
const empty = new Set(['br', 'hr'])
/** Elements whose content is no text either. */
const swallowed = new Set(['script', 'style', 'iframe', 'object', 'embed', 'svg', 'math', 'template', 'noscript', 'textarea', 'title', 'head', 'select', 'xmp', 'noembed', 'noframes', 'plaintext'])

const token = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<\/?([a-zA-Z][a-zA-Z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>?/g

/** Deepest nesting; deeper elements are left out, their text stays. */
const maxDepth = 40

/** Cuts HTML down to what a notice may contain. Unbalanced elements are closed. */
export function sanitiseHtml(html: string): string {
  const open: string[] = []
  let out = ''
  let at = 0
  let skipping: string | null = null
  for (const match of html.matchAll(token)) {
    const [whole, rawName, attributes = ''] = match
    if (!skipping) out += textOf(html.slice(at, match.index))
    at = match.index + whole.length
    const name = rawName?.toLowerCase()
    if (!name) continue
    const closing = whole.startsWith('</')
    if (skipping) {
      if (closing && name === skipping) skipping = null
      continue
    }
    if (swallowed.has(name)) {
      if (!closing) skipping = name
      continue
    }
    if (!Object.hasOwn(allowed, name)) continue
    if (!closing) {
      if (open.length >= maxDepth) continue
      out += `<${name}${attributesOf(name, attributes)}>`
      if (!empty.has(name)) open.push(name)
    } else if (open.includes(name)) {
      for (let last = open.pop(); last; last = open.pop()) {
        out += `</${last}>`
        if (last === name) break
      }
    }
  }
  if (!skipping) out += textOf(html.slice(at))
  while (open.length > 0) out += `</${open.pop()}>`
  return out
}

const entity = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi

/** Text as it may stand between elements; entities that are there stay as they are. */
function textOf(text: string): string {
  let out = ''
  let at = 0
  for (const match of text.matchAll(entity)) {
    out += escaped(text.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return out + escaped(text.slice(at))
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

function attributesOf(name: string, text: string): string {
  let out = ''
  for (const match of text.matchAll(/([a-zA-Z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)) {
    const attribute = match[1]?.toLowerCase() ?? ''
    if (!allowed[name]?.includes(attribute) || out.includes(` ${attribute}="`)) continue
    const value = decoded(match[2] ?? match[3] ?? match[4] ?? '')
    if (attribute === 'href' ? !isSafeAddress(value) : attribute !== 'title' && !/^\d{1,3}$/.test(value)) continue
    out += ` ${attribute}="${escaped(value)}"`
  }
  return name === 'a' ? `${out} rel="noopener noreferrer" target="_blank"` : out
}

/** Browsers read entities in attributes, and skip blanks and control characters in addresses. */
const decoded = (value: string) =>
  value
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, hex: string) => codePoint(parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_, digits: string) => codePoint(Number(digits)))
    .replace(/&colon;/gi, ':')
    .replace(/&(?:tab|newline);/gi, '')
    .replace(/&amp;/gi, '&')
    .replace(/&quot;/gi, '"')
const codePoint = (code: number) => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

const isSafeAddress = (value: string) => /^(?:https?:\/\/|mailto:)[^\s"'<>]+$/i.test(value.replace(/[\u0000-\u0020]/g, '')) && !/[\u0000-\u001f]/.test(value)

/** Whether any text is left to read. */
export const hasText = (html: string): boolean => html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') !== ''
