import { exporter } from "../core/excel/export.ts";
import type { Row } from "@jipei/contract/core/entity.ts";
import { columns } from "../core/entity/columns.ts";
import { Attachment, attachmentCalls } from "@jipei/contract/files/attachment.ts";
import { downloadFile, openLink, putFileAttach } from "@jipei/contract/files/transfer.ts";
import { type UploadKind, getExtension, uploadTypes } from "@jipei/contract/core/fields/upload-rules.ts";
import { entities } from "@jipei/contract/entities.ts";
import type { FastifyReply } from "fastify";
import { sql } from "kysely";
import { type Actor, onlyTeacher } from "../core/foundation/actor.ts";
import { crud, crudRoutes } from "../core/entity/crud.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { namedFiles } from "../core/storage/files.ts";
import { getUsers, mayFetch, openable } from "./row-files.ts";
import { type Route, raw, reads, writes } from "../core/http/implement.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { Refusal, invalidField, refuseRows } from "../core/foundation/refusal.ts";
import { readRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { type Condition, all, type DerivedField, derived, everything } from "../core/database/sql.ts";
import { attachmentByLink, sendAttachment } from "./files.queries.ts";
import { cleanName, storeUpload } from "./upload.ts";

const object = `from stored_object o where o.key = t.storage_key and o.state = 'kept'`;
export const attachmentDerived: readonly DerivedField[] = [
  derived(Attachment, "ownerKind", "t.biz_type", (kind) => sql`t.biz_type = ${kind}`),
  derived(Attachment, "extension", "t.file_type"),
  derived(Attachment, "useCount", "select count(*)::int from attachment_use u where u.attachment_id = t.id"),
  derived(
    Attachment,
    "providerId",
    `select o.provider_id ${object}`,
    (id) => sql`t.storage_key in (select o.key from stored_object o where o.provider_id = ${id} and o.state = 'kept')`,
  ),
  derived(
    Attachment,
    "domain",
    `select p.oss_code from storage_provider p where p.id = (select o.provider_id ${object})`,
  ),
];

/** The list: the bureau sees all files, a unit those of its users, a teacher and a person their own; of these only what they may open. */
const scope = (actor: Actor): Condition => all([brought(actor), openable(actor)]);

function brought(actor: Actor): Condition {
  if (actor.audience === "bureau") return everything;
  if (actor.audience === "institution" && actor.orgId && !onlyTeacher(actor)) return sql`t.org_id = ${actor.orgId}`;
  if (actor.audience === "enterprise" && actor.entId) return sql`t.ent_id = ${actor.entId}`;
  return sql`t.create_user = ${actor.userId}`;
}

/** @throws ATTACH_IN_USE when a business row names one of the files */
async function assertUnattached(tx: Tx, ids: string[]): Promise<void> {
  const used = await sql<{
    id: string;
  }>`select attachment_id as id from attachment_use where attachment_id = any(${ids}::bigint[]) union
    select n.id from ${namedFiles(entities)} n where n.id = any(${ids}::bigint[]) order by 1`.execute(tx);
  refuseRows(
    "ATTACH_IN_USE",
    used.rows.map(({ id }) => id),
  );
}

const handlers = crud({
  entity: Attachment,
  resource: "attach",
  scope,
  audited: true,
  /** A new name is cleaned as that of an upload and must fit the content. Only the bureau renames a file that a row names as evidence. */
  async beforeSave(tx, actor, merged, old) {
    const fileName = cleanName(merged.fileName);
    if (getExtension(fileName) !== old?.fileType)
      throw invalidField(
        "fileName",
        Attachment.fields.fileName.zh,
        Attachment.fields.fileName.en,
        "扩展名不能更改",
        "the extension cannot be changed",
      );
    if (actor.audience !== "bureau") await assertUnattached(tx, [old.id]);
    return columns(Attachment, { fileName });
  },
  beforeRemove: (tx, _actor, rows) =>
    assertUnattached(
      tx,
      rows.map((row) => row.id),
    ),
});

/** Name and size of a file, for everybody who may open it: a person sees the photo on their certificate. */
async function detail(db: Db, actor: Actor, { id }: { id: string }, app: Services): Promise<Row<typeof Attachment>> {
  const users = await getUsers(db, [id]);
  const row = await readRow(db, Attachment, (asker) => openable(asker, users), actor, id);
  return toResponse(Attachment, actor, app.cipher, row, "detail");
}

export const attachmentRoutes: Route[] = [
  exporter(Attachment, attachmentCalls.export, { scope }),
  ...crudRoutes(
    attachmentCalls,
    { entity: Attachment, resource: "attach", scope, estimated: true },
    {
      detail: reads(attachmentCalls.detail, detail),
      submit: writes(attachmentCalls.submit, async (tx, actor, input, app) => {
        // A file is created by an upload only; its name and purpose may be changed here.
        if (!input.id)
          throw new Refusal("FIELD_INVALID", {
            field: { zh: "附件", en: "Attachment" },
            reason: { zh: "请先上传文件", en: "upload the file first" },
          });
        return handlers.submit(tx, actor, input, app);
      }),
      remove: writes(attachmentCalls.remove, handlers.remove),
    },
  ),
  raw(putFileAttach, async (request, _reply, actor, input, app) => {
    let kind = getKind(input.kind);
    if (!request.isMultipart()) throw new Refusal("MEDIA_TYPE");
    for await (const part of request.parts({ limits: { files: 1 } })) {
      if (part.type === "field") {
        if (part.fieldname === "kind") kind = getKind(String(part.value));
        continue;
      }
      const stored = await storeUpload(app, actor, part, kind);
      return {
        id: stored.id,
        originalName: stored.fileName,
        extension: stored.fileType,
        attachSize: stored.fileSize,
        link: stored.attLink,
        createTime: stored.createTime,
      };
    }
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "文件", en: "File" },
      reason: { zh: "请选择文件", en: "choose a file" },
    });
  }),
  raw(downloadFile, (_request, reply, actor, { fileUrl }, app) => sendLinked(app, actor, reply, fileUrl, false)),
  raw(openLink, (request, reply, actor, _input, app) =>
    sendLinked(app, actor, reply, `/attach/${(request.params as { name: string }).name}`, true),
  ),
];

/** @throws NOT_FOUND for an unknown link, and for one that the actor may not open */
async function sendLinked(app: Services, actor: Actor, reply: FastifyReply, link: string, inline: boolean) {
  const attachment = await attachmentByLink(app.db, link);
  if (!attachment || !(await mayFetch(app.db, actor, attachment.id))) throw new Refusal("NOT_FOUND");
  return sendAttachment(app, reply, attachment, inline);
}

function getKind(text: string | null | undefined): UploadKind {
  if (!text) return "any";
  if (!Object.hasOwn(uploadTypes, text))
    throw new Refusal("FIELD_INVALID", { field: { zh: "种类", en: "Kind" }, reason: { zh: "不支持", en: "unknown" } });
  return text as UploadKind;
}
