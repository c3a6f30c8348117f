import { useState } from "react";
import { CallError } from "./call-error.ts";

interface Attempt {
  busy: boolean;
  /** The refusal of the last attempt. */
  error: CallError | null;
  attempt: (work: () => Promise<unknown>) => Promise<void>;
  forget: () => void;
}

/** Does something that the server may refuse: whether it is on its way, and how it was refused. What else goes wrong is thrown on. */
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
