/** Upper limit for the errors that a browser collects, and that it may report at once. */
export const maxLogEntries = 200;
