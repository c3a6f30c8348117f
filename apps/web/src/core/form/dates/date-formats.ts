/** How a day is shown, and the other forms in which people type one; without a year it is one of this year. */
export const dayFormats = [
  "YYYY-MM-DD",
  "YYYYMMDD",
  "YYYY-M-D",
  "YYYY.MM.DD",
  "YYYY.M.D",
  "YYYY/MM/DD",
  "YYYY/M/D",
  "YYYY年M月D日",
  "YYYY年MM月DD日",
  "M-D",
  "MM-DD",
  "M.D",
  "MM.DD",
  "M/D",
  "MM/DD",
  "M月D日",
  "MMDD",
];
/** The same of a time of day. */
export const timeFormats = ["HH:mm", "H:mm", "HHmm", "HH：mm", "H：mm"];
