import { businessDictionaryCalls } from "@jipei/contract/settings/dictionary.ts";
import type { CodeEntry, CodeList } from "@jipei/contract/core/field.ts";
import { orderedCodes } from "@jipei/contract/core/field.ts";
import { useSession } from "./session.ts";
import { useCall } from "./use-call.ts";

/**
 * What may be chosen from a code list, in the order the bureau wants it: sealed values are left out, but for those a row has already.
 * Asked for once a while for all lists together, when the first choice is shown.
 */
export function useOffered(): (codes: CodeList | undefined, kept?: unknown) => [code: string, entry: CodeEntry][] {
  const signedIn = useSession().info !== null;
  const lists = useCall(businessDictionaryCalls.offered, undefined, { staleTime: 300_000, enabled: signedIn });
  return (codes, kept) => {
    if (!codes) return [];
    const all = orderedCodes(codes);
    const offered = lists.data?.find(({ code }) => code === codes.name)?.keys;
    if (!offered) return all;
    const had = [kept].flat();
    const entries = new Map(all);
    return [
      ...offered,
      ...all.map(([key]) => key).filter((key) => !offered.includes(key) && had.includes(key)),
    ].flatMap((key) => (entries.has(key) ? [[key, entries.get(key) as CodeEntry] as [string, CodeEntry]] : []));
  };
}
