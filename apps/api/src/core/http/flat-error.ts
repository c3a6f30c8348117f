import type { Call } from "@jipei/contract/core/call.ts";
import { Refusal } from "../foundation/refusal.ts";

interface FlatBody {
  error: string;
  error_description: string;
  error_description_en?: string;
}

/** The error of a flat call. Its `body` is sent without the envelope (RFC 6749 §5.2). */
export class FlatError extends Error {
  readonly status: number;
  readonly body: FlatBody;
  constructor(status: number, body: FlatBody) {
    super("flat");
    this.status = status;
    this.body = body;
  }
}

/** Converts a refusal into the error of a flat call. */
export const toFlatError = ({ status, zh, en }: Refusal): FlatError =>
  new FlatError(status, {
    error: status >= 500 ? "server_error" : "invalid_request",
    error_description: zh,
    error_description_en: en,
  });

/** Runs the work of a call; refusals of a flat call become flat errors. @throws FlatError, what `work` throws */
export async function withFlatErrors<T>(call: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!call.flat || !(error instanceof Refusal)) throw error;
    throw toFlatError(error);
  }
}
