/** The beginning of a text, of so many characters as the database counts them: none is parted. */
export const cut = (text: string, most: number): string => [...text].slice(0, most).join("");
