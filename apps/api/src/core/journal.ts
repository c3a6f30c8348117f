import type { Call } from "@jipei/contract/core/call.ts";
import type { Actor } from "./actor.ts";
import type { AuditEntry } from "./audit.ts";

/** What is known of a request so far; a call that fails early leaves it half empty. */
export interface Trace {
  call: Call<any, any>;
  /** It changes something; a POST may only ask. */
  writes: boolean;
  actor: Actor | null;
  /** As it came, before any check; secrets and all. */
  input: unknown;
  /** What the call wrote into histories, once it is committed. */
  deeds: readonly AuditEntry[];
  /** Error code of the refusal that it was answered with. */
  refusal?: string;
}

export interface Caller {
  ip: string;
  userAgent: string | undefined;
  /** Of his request, or of the job. */
  requestId?: string;
}

/**
 * Takes down what the server does. It never throws, never waits and never holds a request up: what cannot be written is lost, and counted.
 */
export interface Journal {
  /** A call was answered. @param milliseconds from its first byte to the last of its answer */
  answered(trace: Trace, caller: Caller, status: number, milliseconds: number): void;
  /** A fault of ours. @param path without its query; of a job its name */
  fault(error: unknown, trace: Trace | null, caller: Caller, path: string): void;
}

/** Nobody called: the server works by itself. */
export const nobody: Caller = { ip: "", userAgent: undefined };

/** For tests and programs that answer nobody. */
export const silentJournal: Journal = { answered() {}, fault() {} };
