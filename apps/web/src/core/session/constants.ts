/** Fixed numbers and names of the browser side. */

/** Age in seconds from which a token is swapped for a new one. */
export const tokenTime = 3000;
/** How often the age is checked, in milliseconds. */
export const tokenCheckEvery = 10_000;

export const homePath = "/wel/index";
export const loginPath = "/login";
export const lockPath = "/lock";
/** The page that opens without a network too. */
export const onSitePath = "/onsite";

/** Body codes that reject without a message to the user: a locked screen shows its lock instead. */
export const silentCodes: readonly number[] = [423];

/** Most pages that are kept alive at once; the least recently used one is dropped. */
export const keptPages = 20;

export const productName = { zh: "技培 · 职业技能培训管理", en: "Jipei Vocational Training" } as const;
