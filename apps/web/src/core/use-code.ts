import type { Call } from "@jipei/contract/core/call.ts";
import { useEffect, useState } from "react";
import { invoke } from "./call-client.ts";
import { CallError } from "./call-error.ts";

/** Seconds before another code may be asked for. */
const pause = 60;

export interface CodeSender {
  /** Seconds left until the next one. */
  left: number;
  /** Whether one was sent. */
  told: boolean;
  send: (telephone: string) => Promise<void>;
}

/** Sends a code to a telephone, once a minute. @param onRefused what the server said against it */
export function useCode(call: Call<{ telephone: string }, void>, onRefused: (error: CallError) => void): CodeSender {
  const [left, setLeft] = useState(0);
  const [told, setTold] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  async function send(telephone: string) {
    try {
      await invoke(call, { telephone }, { silent: true });
      setTold(true);
      setLeft(pause);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      onRefused(error);
    }
  }
  return { left, told, send };
}
