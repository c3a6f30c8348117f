import type { Call } from "@jipei/contract/core/call.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { UseMutationResult, UseQueryOptions, UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import { invoke } from "./call-client.ts";
import type { InvokeOptions } from "./call-client.ts";
import type { InputOf, OutputOf } from "./call-input.ts";
import type { CallError } from "./call-error.ts";
import { refreshAfter } from "./refresh-after.ts";

export interface UseCallOptions<O> {
  enabled?: boolean;
  /** Milliseconds; 0 asks again on every mount. */
  staleTime?: number;
  /** Milliseconds, or a function that computes them from the last answer. */
  refetchInterval?: UseQueryOptions<OutputOf<O>, CallError>["refetchInterval"];
  /** Shows the last answer while the next page is being fetched. */
  keepPrevious?: boolean;
  /** The call sums up other resources (a count, a check), so it is fetched again after every change on screen. */
  summary?: boolean;
}

/** Reads by a call. Errors raise no message: the page shows them in place of the data, with a retry. */
export function useCall<I, O>(
  call: Call<I, O>,
  input: InputOf<I>,
  options: UseCallOptions<O> = {},
): UseQueryResult<OutputOf<O>, CallError> {
  const { keepPrevious, summary, ...rest } = options;
  return useQuery<OutputOf<O>, CallError>({
    queryKey: [call.path, input ?? null],
    queryFn: ({ signal }) => invoke(call, input, { signal, silent: true }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(summary && { meta: { summary } }),
    ...rest,
  });
}

/** What happens after a call: also when the page that sent it has gone meanwhile, as it does where the row it shows changes its state. */
interface After<O> {
  onSuccess?: (answer: OutputOf<O>) => void;
  onError?: (error: CallError) => void;
  onSettled?: () => void;
}
type Sending<I, O> = Omit<UseMutationResult<OutputOf<O>, CallError, InputOf<I>>, "mutate"> & {
  mutate: (input: InputOf<I>, after?: After<O>) => void;
};

/**
 * Writes by a call. Afterwards every answer read before counts as stale, and those of the same resource that are on screen
 * are fetched again: a transition changes more than the row it names.
 * @param options `also`: calls of other resources on screen that it changes
 */
export function useSend<I, O>(
  call: Call<I, O>,
  { also, ...options }: InvokeOptions & { also?: readonly Call[] } = {},
): Sending<I, O> {
  const sending = useMutation<OutputOf<O>, CallError, InputOf<I>>({
    mutationFn: (input) => invoke(call, input, options),
    onSuccess: () => refreshAfter(call, also),
  });
  const { mutateAsync } = sending;
  const mutate = useCallback(
    (input: InputOf<I>, { onSuccess, onError, onSettled }: After<O> = {}) =>
      void mutateAsync(input)
        .then(onSuccess, onError ?? shown)
        .finally(onSettled),
    [mutateAsync],
  );
  return { ...sending, mutate };
}
/** The error was shown by the call already, or stands in the state of who sent it. */
const shown = () => undefined;
