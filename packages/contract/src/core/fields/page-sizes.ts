/** Page sizes that the web offers, and that lists are optimised for. */
export const pageSizes = [10, 15, 20, 30, 50, 100, 200] as const;
