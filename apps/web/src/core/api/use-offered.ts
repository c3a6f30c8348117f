import { businessDictionaryCalls } from "@jipei/contract/settings/dictionary.ts";
import type { CodeEntry, CodeList } from "@jipei/contract/core/fields/field.ts";
import { orderedCodes } from "@jipei/contract/core/fields/field.ts";
import { useSession } from "../session/session.ts";
import { useCall } from "./use-call.ts";

/**
 * The options of a code list, in the order that the bureau chose: disabled values are left out, except those that a row has already.
 * Fetched for all lists together when the first choice is shown, and then cached for a while.
 */
export function useOffered(): <C extends string>(
  codes: CodeList<C> | undefined,
  kept?: unknown,
) => [code: C, entry: CodeEntry][] {
  const signedIn = useSession().info !== null;
  const lists = useCall(businessDictionaryCalls.offered, undefined, { staleTime: 300_000, enabled: signedIn });
  return (codes, kept) => {
    if (!codes) return [];
    const all = orderedCodes(codes);
    const offered = lists.data?.find(({ code }) => code === codes.name)?.keys;
    if (!offered) return all;
    const had = [kept].flat();
    return [
      ...offered.map((key) => all.find(([code]) => code === key)).filter((entry) => entry !== undefined),
      ...all.filter(([key]) => !offered.includes(key) && had.includes(key)),
    ];
  };
}
