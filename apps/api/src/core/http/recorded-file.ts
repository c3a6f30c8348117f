import type { Readable } from "node:stream";
import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { writeAuditAlone } from "../entity/audit.ts";
import type { AuditEntry } from "../entity/audit-entry.ts";
import type { Actor } from "../foundation/actor.ts";
import type { Services } from "../foundation/services.ts";
import { sendFile } from "./download.ts";
import { type Route, raw } from "./implement.ts";
import { type Language, preferredLanguage } from "./language.ts";

/** What the history says of rows that left the product. */
export interface TakenRows {
  /** Whether it left as paper or as data. */
  action: "print" | "export";
  /** What it shows. */
  entity: Pick<Entity, "name">;
  /** The rows that it is of; left out where it is of a list. */
  ids?: readonly string[];
  /** What was asked for, without personal data. */
  after?: unknown;
}

/** A file of rows. */
export interface RecordedFile extends TakenRows {
  name: string;
  body: Readable | Buffer;
  /** A browser may show it where it can, instead of storing it. */
  inline?: true;
  size?: number;
}

/** The entries of the history that say who took rows with them. */
export const entriesOf = ({ action, entity, ids = ["0"], after }: TakenRows): AuditEntry[] =>
  ids.map((bizId) => ({ bizType: entity.name, bizId, action, after }));

/** What a query narrows, as the history has it. */
export const filtersIn = (query: object): string[] =>
  Object.entries(query).flatMap(([name, value]) => (value == null ? [] : `${name} ${value}`));

/**
 * A route that answers a file of rows. The history says who took it before its first byte leaves; a call that answers
 * a file is implemented by this, or stands with its reason in `apps/api/test/every-file.test.ts`.
 */
export const recordedFile = <I, O>(
  call: Call<I, O>,
  handler: (app: Services, actor: Actor, input: NoInfer<I>, language: Language) => Promise<RecordedFile>,
): Route => ({
  ...raw(call, async (request, reply, actor, input, app) => {
    const { name, body, inline, size, ...taken } = await handler(app, actor, input, preferredLanguage(request));
    await writeAuditAlone(app, actor, entriesOf(taken));
    return sendFile(reply, body, name, { inline, size });
  }),
  isRecorded: true,
});
