import type { Call } from "@jipei/contract/core/call.ts";
import type { Actor } from "../foundation/actor.ts";
import type { AuditEntry } from "../entity/audit-entry.ts";

/** What is known about a request so far; of a call that fails early, only a part. */
export interface Trace {
  call: Call;
  /** Whether the call changes something; a POST may also only read. */
  writes: boolean;
  actor: Actor | null;
  /** The raw input before any check; it may contain secrets. */
  input: unknown;
  /** The audit entries of the call, once it has committed. */
  actions: readonly AuditEntry[];
  /** Error code of the refusal, where the call was refused. */
  refusal?: string;
}

export interface Caller {
  ip: string;
  userAgent: string | undefined;
  /** Id of the request, or of the job. */
  requestId?: string;
}

/**
 * Records what the server does. It never throws and never delays a request: entries that cannot be written are lost, and counted.
 */
export interface Journal {
  /** Records a response. @param milliseconds from the first byte of the request to the last of the response */
  answered(trace: Trace, caller: Caller, status: number, milliseconds: number): void;
  /** Records an unexpected error. @param path without its query; of a job, its name */
  failed(error: unknown, trace: Trace | null, caller: Caller, path: string): void;
}

/** The caller of work that the server does by itself. */
export const nobody: Caller = { ip: "", userAgent: undefined };

/** For tests, and programs that serve no requests. */
export const silentJournal: Journal = { answered() {}, failed() {} };
