/** Where the pages of the set-up are; the token of a link stands behind `#`, so that no server and no log sees it. */
export const setupPath = "/setup";

/** The tenant that a link is for, which its token names in front; null: the installation. */
export const tenantOfLink = (token: string): string | null => /^(\d{6})\./.exec(token)?.[1] ?? null;
