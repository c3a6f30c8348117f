import { useState } from "react";
import { CallError } from "./call-error.ts";

interface Attempt {
  busy: boolean;
  /** The refusal of the last attempt. */
  error: CallError | null;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
  forget: () => void;
}

/** Does something that the server may refuse, and returns whether it is running and how it was refused. Other errors are thrown on. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, attempt, forget: () => setError(null) };
}
