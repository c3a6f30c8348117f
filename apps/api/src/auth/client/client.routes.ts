import { exporter } from "../../core/excel/export.ts";
import { now } from "../../core/foundation/clock.ts";
import { type Draft, columns } from "../../core/entity/columns.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { webClient } from "@jipei/contract/auth/auth.ts";
import { Client, clientCalls as calls } from "@jipei/contract/auth/client.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { writeAudit } from "../../core/entity/audit.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../../core/entity/crud.ts";
import type { Db, Tx } from "../../core/database/db.ts";
import { tenantOwnerRows, assertTenantOwner } from "../../core/access/tenant-owner.ts";
import { type Route, writes } from "../../core/http/implement.ts";
import { refuseDuplicate } from "../../core/entity/references.ts";
import { Refusal, because, getFailure, invalidField, throwAll } from "../../core/foundation/refusal.ts";
import { lockRow } from "../../core/database/rows.ts";
import type { Services } from "../../core/foundation/services.ts";
import { newSecret, encryptSecret } from "./client.ts";

/** Default length of a session, in seconds. */
const twelveHours = 43_200;

/** Grant types that the web needs to sign in and to renew sessions. */
const neededByWeb = ["password", "refresh_token"] as const;

const options: CrudOptions<typeof Client> = {
  entity: Client,
  resource: "client",
  // A client serves the whole schema, so only the tenant owner sees and changes clients.
  scope: tenantOwnerRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    if (old && merged.clientId !== old.clientId)
      throw new Refusal("FIELD_FROZEN", { field: { zh: Client.fields.clientId.zh, en: Client.fields.clientId.en } });
    checkClient(merged);
    if (old && merged.status !== "1") await assertDispensable(tx, actor, [old]);
    if (merged.clientId === webClient.id) assertServesWeb(merged);
    await refuseDuplicate(tx, Client, old?.id, { clientId: merged.clientId }, "DUPLICATE", {
      field: { zh: `客户端ID“${merged.clientId}”`, en: `Client ID “${merged.clientId}”` },
    });
    return columns(Client, {
      status: merged.status ?? "1",
      sessionValidity: merged.sessionValidity ?? twelveHours,
      scope: "all",
      authorizedGrantTypes: [...new Set(merged.authorizedGrantTypes)],
    });
  },
  async beforeRemove(tx, actor, rows) {
    assertTenantOwner(actor);
    await assertDispensable(tx, actor, rows);
  },
};

/** @throws FIELD_INVALID */
function checkClient({
  clientId,
  accessTokenValidity,
  refreshTokenValidity,
  sessionValidity,
  additionalInformation,
}: Draft<typeof Client>): void {
  const wrong = (name: keyof typeof Client.fields, zh: string, en: string) =>
    invalidField(name, Client.fields[name].zh, Client.fields[name].en, zh, en);
  // The id precedes a colon in the Authorization header.
  if (!/^[A-Za-z0-9][\w.-]*$/.test(clientId))
    throw wrong(
      "clientId",
      "须以字母或数字开头，由字母、数字、_、-、. 组成",
      "begins with a letter or digit; letters, digits, _ - . only",
    );
  if (refreshTokenValidity < accessTokenValidity)
    throw wrong("refreshTokenValidity", "不能短于令牌过期秒数", "must not be shorter than that of the token");
  if (sessionValidity && sessionValidity < accessTokenValidity)
    throw wrong("sessionValidity", "不能短于令牌过期秒数", "must not be shorter than that of the token");
  if (additionalInformation && !isJsonObject(additionalInformation))
    throw wrong("additionalInformation", "须为JSON对象", "must be a JSON object");
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** @throws FIELD_INVALID when the web's client lacks a grant type that the web needs */
function assertServesWeb({ authorizedGrantTypes }: Draft<typeof Client>): void {
  const missing = neededByWeb.some((grant) => !authorizedGrantTypes.includes(grant));
  if (missing)
    throw invalidField(
      "authorizedGrantTypes",
      Client.fields.authorizedGrantTypes.zh,
      Client.fields.authorizedGrantTypes.en,
      "系统自带客户端须保留密码和刷新令牌",
      "the built-in client keeps password and refresh token",
    );
}

/** Refuses to disable or remove the web's client and the one in use: that would lock out everybody, or the actor. @throws CLIENT_BUILTIN naming the rows */
async function assertDispensable(
  db: Db,
  actor: Actor,
  rows: readonly { id: string; clientId: string }[],
): Promise<void> {
  const own = await sql<{
    clientId: string;
  }>`select client_id from login_session where id = ${actor.sessionId}::uuid`.execute(db);
  const protectedRows = rows.filter(({ clientId }) => clientId === webClient.id || clientId === own.rows[0]?.clientId);
  throwAll(
    protectedRows.map(({ id, clientId }) =>
      getFailure(because("CLIENT_BUILTIN", clientId === webClient.id ? "web" : "inUse"), id),
    ),
  );
}

/** Refuses secrets that are too weak. @throws FIELD_INVALID */
function checkSecret(secret: string): void {
  if (!/^[\x21-\x7e]{16,100}$/.test(secret))
    throw invalidField(
      "clientSecret",
      "客户端密钥",
      "Client secret",
      "须为16–100位字母、数字或半角符号",
      "needs 16–100 letters, digits and signs",
    );
}

/** Saves a client. A new client without a secret gets a generated one; an existing client keeps its own. */
async function submit(
  tx: Tx,
  actor: Actor,
  { clientSecret, ...input }: InputOf<typeof calls.submit>,
  app: Services,
): Promise<{ id: string; clientSecret?: string }> {
  if (clientSecret) checkSecret(clientSecret);
  if (clientSecret && input.id) await assertNotWeb(tx, actor, input.id);
  const made = input.id || clientSecret ? undefined : newSecret();
  const secret = clientSecret ?? made;
  const { id } = await saveRow(
    tx,
    actor,
    options,
    { ...input, ...(secret && { clientSecretHash: encryptSecret(app, secret) }) },
    app,
  );
  return { id, ...(made && { clientSecret: made }) };
}

/** The secret of the web's client is public, since it is part of the web's code. @throws CLIENT_BUILTIN, NOT_FOUND */
async function assertNotWeb(tx: Tx, actor: Actor, id: string): Promise<void> {
  const row = await lockRow(tx, Client, options.scope, actor, id);
  if (row.clientId === webClient.id) throw because("CLIENT_BUILTIN", "web");
}

export const clientRoutes: readonly Route[] = [
  exporter(Client, calls.export, options),
  ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
  writes(calls.renewSecret, async (tx, actor, { id }, app) => {
    await assertNotWeb(tx, actor, id);
    const clientSecret = newSecret();
    await sql`update client set client_secret_hash = ${encryptSecret(app, clientSecret)}, update_user = ${actor.userId}, update_time = ${now()}, version = version + 1 where id = ${id}`.execute(
      tx,
    );
    await writeAudit(tx, actor, [{ bizType: Client.name, bizId: id, action: "renewSecret" }]);
    return { id, clientSecret };
  }),
];
