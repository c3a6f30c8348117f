import { webClient } from "@jipei/contract/auth/auth.ts";
import { Client, clientCalls as calls } from "@jipei/contract/auth/client.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { writeAudit } from "../core/audit.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/crud.ts";
import type { Db, Tx } from "../core/db.ts";
import { houseRows, mustRunTheHouse } from "../core/house.ts";
import { type Route, writes } from "../core/implement.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, failureOf, invalidField } from "../core/refusal.ts";
import { lockRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { newSecret, sealSecret } from "./client.ts";

type Values = Record<string, any>;

/** How long a session lasts where nothing is said, in seconds. */
const twelveHours = 43_200;

/** Without these nobody signs in to the web, or stays in. */
const neededByWeb = ["password", "refresh_token"];

const options: CrudOptions = {
  entity: Client,
  resource: "client",
  // Clients serve all of a schema: who does not run it neither sees nor changes them.
  scope: houseRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheHouse(actor);
    if (old && merged["clientId"] !== old["clientId"])
      throw new Refusal("FIELD_FROZEN", { field: { zh: Client.fields.clientId.zh, en: Client.fields.clientId.en } });
    checkClient(merged);
    if (old && merged["status"] !== "1") await mustBeDispensable(tx, actor, [old]);
    if (merged["clientId"] === webClient.id) mustServeWeb(merged);
    await refuseTwin(tx, Client, old?.["id"], { clientId: merged["clientId"] }, "DUPLICATE", {
      field: { zh: `客户端ID“${merged["clientId"]}”`, en: `Client ID “${merged["clientId"]}”` },
    });
    return {
      status: merged["status"] ?? "1",
      sessionValidity: merged["sessionValidity"] ?? twelveHours,
      scope: "all",
      authorizedGrantTypes: [...new Set(merged["authorizedGrantTypes"] as string[])],
    };
  },
  async beforeRemove(tx, actor, rows) {
    mustRunTheHouse(actor);
    await mustBeDispensable(tx, actor, rows);
  },
};

/** @throws FIELD_INVALID */
function checkClient({
  clientId,
  accessTokenValidity,
  refreshTokenValidity,
  sessionValidity,
  additionalInformation,
}: Values): void {
  const wrong = (name: keyof typeof Client.fields, zh: string, en: string) =>
    invalidField(name, Client.fields[name].zh, Client.fields[name].en, zh, en);
  // It stands before a colon in a header.
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

/** @throws FIELD_INVALID for the web's client without what the web needs */
function mustServeWeb({ authorizedGrantTypes }: Values): void {
  const missing = neededByWeb.some((grant) => !(authorizedGrantTypes as string[]).includes(grant));
  if (missing)
    throw invalidField(
      "authorizedGrantTypes",
      Client.fields.authorizedGrantTypes.zh,
      Client.fields.authorizedGrantTypes.en,
      "系统自带客户端须保留密码和刷新令牌",
      "the built-in client keeps password and refresh token",
    );
}

/** Nobody locks himself, or everybody, out. @throws CLIENT_BUILTIN naming the rows */
async function mustBeDispensable(db: Db, actor: Actor, rows: readonly Values[]): Promise<void> {
  const own = await sql<{
    clientId: string;
  }>`select client_id from login_session where id = ${actor.sessionId}::uuid`.execute(db);
  const kept = rows.filter(({ clientId }) => clientId === webClient.id || clientId === own.rows[0]?.clientId);
  if (kept.length > 0)
    throw new Refusal(
      "CLIENT_BUILTIN",
      {},
      kept.map(({ id }) => failureOf(new Refusal("CLIENT_BUILTIN"), id)),
    );
}

/** A given secret must be worth the name. @throws FIELD_INVALID */
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

/** A new client whose secret is not given gets one of ours; an old one keeps its own. */
async function submit(
  tx: Tx,
  actor: Actor,
  { clientSecret, ...input }: Values,
  app: Services,
): Promise<{ id: string; clientSecret?: string }> {
  if (clientSecret) checkSecret(clientSecret);
  if (clientSecret && input["id"]) await mustNotBeWeb(tx, actor, input["id"]);
  const made = input["id"] || clientSecret ? undefined : newSecret();
  const secret = clientSecret ?? made;
  const { id } = await saveRow(
    tx,
    actor,
    options,
    { ...input, ...(secret && { clientSecretHash: sealSecret(app, secret) }) },
    app,
  );
  return { id, ...(made && { clientSecret: made }) };
}

/** The web's secret is public and stands in its code. @throws CLIENT_BUILTIN, NOT_FOUND */
async function mustNotBeWeb(tx: Tx, actor: Actor, id: string): Promise<void> {
  const row = await lockRow<Values>(tx, Client, options.scope, actor, id);
  if (row["clientId"] === webClient.id) throw new Refusal("CLIENT_BUILTIN");
}

export const clientRoutes: readonly Route[] = [
  ...crudRoutes(calls, options, { submit: writes(calls.submit, submit) }),
  writes(calls.renewSecret, async (tx, actor, { id }, app) => {
    await mustNotBeWeb(tx, actor, id);
    const clientSecret = newSecret();
    await sql`update client set client_secret_hash = ${sealSecret(app, clientSecret)}, update_user = ${actor.userId}, update_time = now(), version = version + 1 where id = ${id}`.execute(
      tx,
    );
    await writeAudit(tx, actor, [{ bizType: Client.name, bizId: id, action: "renewSecret" }]);
    return { id, clientSecret };
  }),
];
