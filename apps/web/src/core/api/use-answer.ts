import type { Call } from "@jipei/contract/core/call.ts";
import { useEffect, useState } from "react";
import { invoke } from "./call-client.ts";
import type { InputOf, OutputOf } from "./call-input.ts";
import { CallError } from "./call-error.ts";

interface Answer<O> {
  data: OutputOf<O> | null;
  error: CallError | null;
}

/**
 * Makes a call once, for pages outside the shell, which must not carry the query client (`useCall`): no cache, no retry. Calls again when the
 * input changes; the answer to an older input is dropped.
 */
export function useAnswer<I, O>(call: Call<I, O>, input: InputOf<I>, enabled = true): Answer<O> {
  const question = JSON.stringify(input ?? null);
  const [answer, setAnswer] = useState<(Answer<O> & { question: string }) | null>(null);
  useEffect(() => {
    if (!enabled) return;
    const abort = new AbortController();
    invoke(call, JSON.parse(question) as InputOf<I>, { silent: true, signal: abort.signal }).then(
      (data) => setAnswer({ question, data, error: null }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setAnswer({ question, data: null, error: error instanceof CallError ? error : new CallError(0, {}) });
      },
    );
    return () => abort.abort();
  }, [call, question, enabled]);
  return answer?.question === question ? answer : { data: null, error: null };
}
