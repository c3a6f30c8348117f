import type { Call } from "@jipei/contract/core/call.ts";
import { useEffect, useState } from "react";
import { invoke } from "../api/call-client.ts";
import { CallError } from "../api/call-error.ts";

/** Seconds before another code may be requested. */
const pause = 60;

export interface CodeSender {
  /** Seconds left until the next one. */
  left: number;
  /** Whether one was sent. */
  sent: boolean;
  send: (telephone: string) => Promise<void>;
}

/** Sends a code to a telephone, once a minute. @param onRefused gets the server's refusal */
export function useCode(call: Call<{ telephone: string }, void>, onRefused: (error: CallError) => void): CodeSender {
  const [left, setLeft] = useState(0);
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  async function send(telephone: string) {
    try {
      await invoke(call, { telephone }, { silent: true });
      setSent(true);
      setLeft(pause);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      onRefused(error);
    }
  }
  return { left, sent, send };
}
