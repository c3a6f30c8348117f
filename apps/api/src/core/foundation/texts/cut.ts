/** The beginning of a text, of so many characters as the database counts them: none is parted. */
export const cut = (text: string, most: number): string =>
  // Most texts are short: JavaScript counts no fewer characters than the database.
  text.length <= most ? text : [...text].slice(0, most).join("");
