import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { maxFiles } from "@jipei/contract/core/fields/upload-rules.ts";
import type { Tx } from "../../core/database/db.ts";
import { type CrudOptions, type SaveInput, crud } from "../../core/entity/crud.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, raw } from "../../core/http/implement.ts";
import { readMultipart } from "../../core/http/multipart.ts";
import { storeUpload } from "../../files/files.queries.ts";

type Saved = { id: string };

/**
 * The route of a save whose files come along in a multipart body: `file` repeated, and `fileDel`, the ids of files taken off, with commas between.
 * @param save stores the row with its files
 */
export const submitWithFiles = <E extends Entity, I extends SaveInput<E>>(
  call: Call<I, Saved>,
  options: CrudOptions<E>,
  save: (tx: Tx, actor: Actor, input: I, app: Services) => Promise<Saved>,
): Route =>
  raw(call, async (request, _reply, actor, _input, app) => {
    const { input, files, fields } = await readMultipart(
      request,
      call,
      (part) => storeUpload(app, actor, part, "any"),
      (texts) => splitLists(options.entity, texts),
    );
    const dropped = new Set(splitList(String(fields.fileDel ?? "")));
    return app.db.transaction().execute(async (tx) => {
      const old = input.id ? await crud(options).detail(tx, actor, { id: input.id }, app) : null;
      const kept = getFiles(old).filter((attId) => !dropped.has(attId));
      const attachmentList = [...kept, ...files.map(({ id }) => id)];
      if (attachmentList.length > maxFiles) throw new Refusal("FILE_TOO_MANY");
      return save(tx, actor, { ...input, attachmentList }, app);
    });
  });

/** The compiler does not know the fields of an entity that it is not told. */
const getFiles = (row: object | null): string[] =>
  ((row as { attachmentList?: FileItem[] | null } | null)?.attachmentList ?? []).map(({ attId }) => attId);

const splitList = (value: string): string[] =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Splits lists, which are comma-separated texts in a multipart body. */
function splitLists(entity: Entity, texts: Record<string, unknown>): Record<string, unknown> {
  const split = { ...texts };
  for (const [name, field] of Object.entries<Field>(entity.fields))
    if (["codes", "texts", "refs", "files"].includes(field.kind) && typeof split[name] === "string")
      split[name] = splitList(split[name]);
  return split;
}
