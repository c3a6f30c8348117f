import { createVerifier } from "fast-jwt";
import { Readable } from "node:stream";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { DocumentServer } from "../../core/foundation/settings.ts";
import { createSafeFetch, endpointOfUrl } from "../../core/outbound/safe-fetch.ts";
import { attachmentById } from "../files.queries.ts";
import { storeContent } from "../upload.ts";
import { mayEdit, saveRows } from "./edit-right.ts";
import { endSession, getMember, getSession, keepSession, lockSession } from "./sessions.ts";
import { discardUnused, saveVersion } from "./versions.ts";

/** What a document server tells of a document, as far as we listen. */
interface Message {
  key: string;
  status: number;
  url?: string;
  /** Of a saved document: who changed it last. */
  users?: readonly string[];
}

/** Its states: all have left and the document is to be saved; closed as it was; to be saved while somebody goes on. */
const states = { saved: 2, unchanged: 4, savedMeanwhile: 6 } as const;

/** Milliseconds for the download of a saved document. */
const timeout = 60_000;

/**
 * Reads a message by what its token signs, in the body or as `Bearer`; what else the body says counts for nothing.
 * @throws UNAUTHORIZED
 */
export function readMessage({ secret }: DocumentServer, inBody: unknown, header: string | undefined): Message {
  const bearer = /^Bearer (.+)$/i.exec(header ?? "")?.[1];
  const token = typeof inBody === "string" && inBody !== "" ? inBody : (bearer ?? "");
  let signed: unknown;
  try {
    signed = createVerifier({ key: secret, algorithms: ["HS256"] })(token);
  } catch {
    throw new Refusal("UNAUTHORIZED");
  }
  const message = isObject(signed) && isObject(signed.payload) ? signed.payload : signed;
  if (!isMessage(message)) throw new Refusal("UNAUTHORIZED");
  return message;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isMessage = (value: unknown): value is Message & Record<string, unknown> =>
  isObject(value) &&
  typeof value.key === "string" &&
  typeof value.status === "number" &&
  (value.url === undefined || typeof value.url === "string") &&
  (value.users === undefined || (Array.isArray(value.users) && value.users.every((user) => typeof user === "string")));

/**
 * Does what a message of the document server asks for.
 * @throws DOCUMENT_STALE for a key that is used up; ROLE_DENIED where the document may no longer be changed; as uploads are refused
 */
export async function takeMessage(app: Services, server: DocumentServer, message: Message): Promise<void> {
  const { attachmentId } = await getSession(app.db, message.key);
  switch (message.status) {
    case states.saved:
    case states.savedMeanwhile:
      return save(app, server, attachmentId, message);
    case states.unchanged:
      await endSession(app.db, message.key);
      return;
    default:
      await keepSession(app.db, message.key);
      // Somebody came or went, or the server failed to save and tries again.
      if (message.status !== 1)
        app.log.warn({ attachmentId, status: message.status }, "the document server could not save");
  }
}

async function save(
  app: Services,
  server: DocumentServer,
  attachmentId: string,
  { key, status, url, users }: Message,
): Promise<void> {
  const actor = await getMember(app.db, key, users?.[0] ?? "0");
  const document = await attachmentById(app.db, attachmentId);
  // Asked before, so that nothing is fetched in vain; what counts is the transaction.
  if (!document || !(await mayEdit(app, actor, attachmentId))) throw new Refusal("ROLE_DENIED");
  const kept = await fetchContent(app, server, actor, document.fileName, url);
  try {
    await app.db.transaction().execute(async (tx) => {
      await lockSession(tx, key);
      await saveRows(tx, app, actor, attachmentId);
      const versionNo = await saveVersion(tx, actor, attachmentId, kept, "editor");
      await keepSession(tx, key, versionNo);
      if (status === states.saved) await endSession(tx, key);
    });
  } finally {
    await discardUnused(app, attachmentId, kept);
  }
}

/** Fetches a saved document from the document server, and from nowhere else. @throws DOCUMENT_ADDRESS */
async function fetchContent(app: Services, server: DocumentServer, actor: Actor, fileName: string, url = "") {
  const home = new URL(server.address);
  if (!URL.canParse(url) || new URL(url).origin !== home.origin) throw new Refusal("DOCUMENT_ADDRESS");
  const { internalHosts } = app.settings;
  const { host, port } = endpointOfUrl(home);
  // The operator has named this one host; everything else inside stays closed, and no answer leads elsewhere.
  const names = new Set([...internalHosts.names, `${host}:${port}`]);
  const fetch = createSafeFetch({ ...app.settings, internalHosts: { ...internalHosts, names } });
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  if (answer.status !== 200 || !answer.body) throw new Refusal("DOCUMENT_ADDRESS");
  return storeContent(app, actor, fileName, Readable.from(answer.body, { objectMode: false }));
}
