import type { Call } from "@jipei/contract/core/call.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import type { InputOf } from "../api/call-input.ts";
import { useCall } from "../api/use-call.ts";

/**
 * The first cases of a list that wait, and how many there are; undefined until they are known. Two are enough: one of them is another than the
 * one on screen.
 * @param asked which ones wait, in which order
 */
export function useCases<I, R>(list: Call<I, Page<R>>, asked: InputOf<I>, enabled: boolean) {
  const call: Call<unknown, Page<R>> = list;
  return useCall(call, { ...asked, size: 2 }, { enabled, staleTime: 0 }).data;
}
