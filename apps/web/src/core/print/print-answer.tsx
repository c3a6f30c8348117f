import type { ReactNode } from "react";
import type { CallError } from "../api/call-error.ts";
import { FailureDialog } from "../dialog/failure-list.tsx";

interface Props<T> {
  query: { data: T | undefined; error: CallError | null };
  /** After a failure was read, too. */
  onDone: () => void;
  /** What is printed; it brings its `PrintNow`. */
  children: (data: T) => ReactNode;
}

/** Prints what a call answers, or says why there is nothing to print. */
export function PrintAnswer<T>({ query, onDone, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  return query.error && <FailureDialog error={query.error} onClose={onDone} />;
}
