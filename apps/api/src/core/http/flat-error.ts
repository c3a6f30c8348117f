import type { Call } from "@jipei/contract/core/call.ts";
import { Refusal } from "../refusal.ts";

interface FlatBody {
  error: string;
  error_description: string;
  error_description_en?: string;
}

/** A failure of a flat call: answered as `body`, without the envelope (RFC 6749 §5.2). */
export class FlatError extends Error {
  readonly status: number;
  readonly body: FlatBody;
  constructor(status: number, body: FlatBody) {
    super("flat");
    this.status = status;
    this.body = body;
  }
}

/** A refusal as flat calls say it. */
export const flatOf = ({ status, zh, en }: Refusal): FlatError =>
  new FlatError(status, {
    error: status >= 500 ? "server_error" : "invalid_request",
    error_description: zh,
    error_description_en: en,
  });

/** Does the work of a call; a flat call is refused flat. @throws FlatError */
export async function inItsForm<T>(call: Call<any, any>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!call.flat || !(error instanceof Refusal)) throw error;
    throw flatOf(error);
  }
}
