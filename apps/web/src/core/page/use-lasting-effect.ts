import { useInsertionEffect } from "react";

/**
 * An effect that lasts as long as its component: it ends when that is gone for good, or what it depends on changes. Hiding a tab ends all
 * other effects of its page, though everything that the user sees there later is kept. It must not set state at once.
 */
export const useLastingEffect = useInsertionEffect;
