import { Readable } from "node:stream";
import { getExtension } from "@jipei/contract/core/fields/upload-rules.ts";
import { type DocumentMode, editorCalls, findDocumentKind, shownOnly } from "@jipei/contract/files/document-editor.ts";
import type { Tx } from "../../core/database/db.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { openFile, sendFile } from "../../core/http/download.ts";
import { withFlatErrors } from "../../core/http/flat-error.ts";
import { type Route, raw, reads, writes, writesPrepared } from "../../core/http/implement.ts";
import { inMemory, readMultipart } from "../../core/http/multipart.ts";
import { getDocument } from "../documents/document.routes.ts";
import { type Kept, storeContent } from "../upload.ts";
import { readMessage, takeMessage } from "./callback.ts";
import { mayEdit, saveRows } from "./edit-right.ts";
import { scriptOf, signConfig } from "./editor-config.ts";
import { assertNobodyEdits, joinSession } from "./sessions.ts";
import { isGenuine } from "./tickets.ts";
import { discardUnused, getVersion, getVersionNo, getVersions, saveVersion } from "./versions.ts";

type Document = Awaited<ReturnType<typeof getDocument>>;

/** The key under which a document is only shown: that of its present content, under which nothing is saved. */
const viewKey = async (tx: Tx, { id, sha256 }: Document): Promise<string> =>
  `view-${id}-${await getVersionNo(tx, id)}-${sha256.slice(0, 16)}`;

async function open(
  tx: Tx,
  actor: Actor,
  { id, language }: { id: string; language?: string | null },
  app: Services,
  { mode, mayEdit }: { mode: DocumentMode; mayEdit: boolean },
) {
  const document = await getDocument(tx, actor, id);
  const { fileName, fileType, attLink, storageKey } = document;
  const server = app.settings.documentServer;
  const kind = findDocumentKind(fileType);
  const shown = { fileName, fileType, attLink, mode, mayEdit };
  if (!server || !kind) return { ...shown, script: null };
  const key = mode === "edit" ? await joinSession(tx, actor, id) : await viewKey(tx, document);
  const opened = { kind, key, fileName, fileType, storageKey, mode, language: language ?? "zh" };
  return { ...shown, script: scriptOf(server), config: signConfig(app, actor, server, opened) };
}

/** Makes a content the newest version, where nobody edits the document. */
async function replace(
  tx: Tx,
  app: Services,
  actor: Actor,
  id: string,
  kept: Kept,
  origin: "upload" | "restore",
): Promise<{ versionNo: number }> {
  await assertNobodyEdits(tx, id);
  await saveRows(tx, app, actor, id);
  return { versionNo: await saveVersion(tx, actor, id, kept, origin) };
}

export const editorRoutes: Route[] = [
  writesPrepared(
    editorCalls.open,
    async (app, actor, { id, mode }) => {
      const { fileType } = await getDocument(app.db, actor, id);
      const may = await mayEdit(app, actor, id);
      const edits = may && !shownOnly.has(fileType) && mode !== "view";
      return { mode: edits ? ("edit" as const) : ("view" as const), mayEdit: may };
    },
    open,
  ),
  reads(editorCalls.versions, async (db, actor, { id }) => {
    await getDocument(db, actor, id);
    return getVersions(db, id);
  }),
  raw(editorCalls.version, async (_request, reply, actor, { id, versionNo }, app) => {
    const { fileName } = await getDocument(app.db, actor, id);
    const { storageKey, fileSize } = await getVersion(app.db, id, versionNo);
    const name = fileName.replace(/(?=\.[^.]+$)/, `-v${versionNo}`);
    return sendFile(reply, await openFile(app, storageKey), name, { size: fileSize });
  }),
  writes(editorCalls.restore, async (tx, actor, { id, versionNo }, app) => {
    await getDocument(tx, actor, id);
    return replace(tx, app, actor, id, await getVersion(tx, id, versionNo), "restore");
  }),
  raw(editorCalls.upload, async (request, _reply, actor, _input, app) => {
    const { input, files } = await readMultipart(request, editorCalls.upload, inMemory);
    const { fileName, fileType } = await getDocument(app.db, actor, input.id);
    const [file] = files;
    if (!file)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "文件", en: "File" },
        reason: { zh: "请选择文件", en: "choose a file" },
      });
    if (getExtension(file.name) !== fileType) throw new Refusal("FILE_FORMAT", { types: fileType });
    if (!(await mayEdit(app, actor, input.id))) throw new Refusal("ROLE_DENIED");
    const kept = await storeContent(app, actor, fileName, Readable.from([file.bytes]));
    try {
      return await app.db.transaction().execute((tx) => replace(tx, app, actor, input.id, kept, "upload"));
    } finally {
      await discardUnused(app, input.id, kept);
    }
  }),
  raw(editorCalls.content, async (_request, reply, _actor, { tenantId: _tenantId, ...ticket }, app) => {
    if (!app.settings.documentServer || !isGenuine(app, ticket)) throw new Refusal("NOT_FOUND");
    return sendFile(reply, await openFile(app, ticket.key), `document.${ticket.type}`);
  }),
  raw(editorCalls.callback, (request, _reply, _actor, { token }, app) =>
    withFlatErrors(editorCalls.callback, async () => {
      const server = app.settings.documentServer;
      if (!server) throw new Refusal("NOT_FOUND");
      await takeMessage(app, server, readMessage(server, token, request.headers.authorization));
      return { error: 0 };
    }),
  ),
];
