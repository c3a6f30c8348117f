/** A change of some lines: `remove` lines from `line` on (counted from 0) are replaced by `insert`. */
export interface Edit {
  line: number;
  remove: number;
  insert: readonly string[];
}

/** Context lines around a change, so that it applies to a file that has changed a little. */
const around = 3;

/** A unified diff of one file, as `git apply` reads it. The edits may not overlap. */
export function buildPatch(path: string, text: string, edits: readonly Edit[]): string {
  const lines = text.split("\n");
  // The empty text after the last line end is not a line.
  const count = text.endsWith("\n") ? lines.length - 1 : lines.length;
  const sorted = [...edits].sort((a, b) => a.line - b.line);
  const groups: Edit[][] = [];
  for (const edit of sorted) {
    const last = groups.at(-1)?.at(-1);
    if (last && edit.line - (last.line + last.remove) <= 2 * around) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  let shift = 0;
  const hunks = groups.map((group) => {
    const first = group[0] as Edit;
    const end = group.at(-1) as Edit;
    const from = Math.max(0, first.line - around);
    const to = Math.min(count, end.line + end.remove + around);
    const body: string[] = [];
    let at = from;
    for (const { line, remove, insert } of group) {
      body.push(
        ...lines.slice(at, line).map((one) => ` ${one}`),
        ...lines.slice(line, line + remove).map((one) => `-${one}`),
        ...insert.map((one) => `+${one}`),
      );
      at = line + remove;
    }
    body.push(...lines.slice(at, to).map((one) => ` ${one}`));
    const added = group.reduce((sum, { remove, insert }) => sum + insert.length - remove, 0);
    const head = `@@ -${from + 1},${to - from} +${from + 1 + shift},${to - from + added} @@`;
    shift += added;
    return [head, ...body].join("\n");
  });
  return `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${hunks.join("\n")}\n`;
}
