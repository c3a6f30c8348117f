/** Where the pages of the set-up are; the token of a link stands behind `#`, so that no server and no log sees it. */
export const setupPath = "/setup";
