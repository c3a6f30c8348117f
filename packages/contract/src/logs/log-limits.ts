/** Entries that a browser keeps of what went wrong in it, and that it may send in at once. */
export const maxLogEntries = 200;
