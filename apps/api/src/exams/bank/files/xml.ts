const marks: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text within XML; characters that XML does not have are left out. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? "")
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "");
