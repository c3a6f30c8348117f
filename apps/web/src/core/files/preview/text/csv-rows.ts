const delimiters = [",", "\t", ";"] as const;

/**
 * The rows of a text with columns (RFC 4180): quoted cells may hold delimiters, line ends and doubled quotes. What separates them is what the first line has
 * most of.
 * @param most rows; those behind are not read
 */
export function readCsv(text: string, most: number): string[][] {
  const delimiter = findDelimiter(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length && rows.length < most; i++) {
    const letter = text[i] as string;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (letter === '"' && cell === "") quoted = true;
    else if (letter === delimiter) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else if (letter !== "\r") cell += letter;
  }
  if (rows.length < most && (cell !== "" || row.length > 0)) rows.push([...row, cell]);
  return rows;
}

function findDelimiter(text: string): string {
  const [line = ""] = text.split("\n", 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return delimiters.toSorted((a, b) => count(b) - count(a))[0] as string;
}
