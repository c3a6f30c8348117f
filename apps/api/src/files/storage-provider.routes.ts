import { isIP } from "node:net";
import { StorageProvider, storageProviderCalls as calls } from "@jipei/contract/files/storage-provider.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { type CrudOptions, crudRoutes, saveRow } from "../core/crud.ts";
import type { Tx } from "../core/db.ts";
import { houseRows, mustRunTheHouse } from "../core/house.ts";
import { type Route, writes, writesPrepared } from "../core/implement.ts";
import { endpointOfUrl, refuseInternal } from "../core/outside.ts";
import { refuseTwin } from "../core/references.ts";
import { Refusal, invalidField } from "../core/refusal.ts";
import { lockRow, readRow } from "../core/rows.ts";
import type { Services } from "../core/services.ts";
import { handOver, withoutEmpty } from "../core/setting-in-use.ts";
import { derive } from "../core/sql.ts";
import { startCopy } from "./storage-copy.ts";
import { usesVirtualHost } from "./storage-setting.ts";
import { failEvenly } from "../core/even-failure.ts";
import { isAnswer, tryPlace } from "./storage-test.ts";

type Values = Record<string, any>;

derive(
  StorageProvider,
  "fileCount",
  `select count(*)::int from stored_object o where o.provider_id = t.id and o.state = 'kept'`,
);

const options: CrudOptions = {
  entity: StorageProvider,
  resource: "oss",
  // Places serve all of a schema: who does not run it neither sees nor changes them.
  scope: houseRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    mustRunTheHouse(actor);
    if ((old?.["category"] ?? "1") !== "5" ? merged["category"] === "5" : merged["category"] !== "5")
      throw new Refusal("STORAGE_BUILTIN");
    await refuseTwin(tx, StorageProvider, old?.["id"], { ossCode: merged["ossCode"] }, "DUPLICATE", {
      field: { zh: `资源编号“${merged["ossCode"]}”`, en: `Number “${merged["ossCode"]}”` },
    });
    const computed = old ? {} : { status: "1" };
    if (merged["category"] === "5") return { ...computed, ...nowhere };
    const cleaned = { endpoint: endpointOf(merged["endpoint"]), keyPrefix: prefixOf(merged["keyPrefix"]) };
    checkSetting({ ...merged, ...cleaned });
    if (old) await refuseMove(tx, old, { ...merged, ...cleaned });
    return { ...computed, ...cleaned };
  },
  async beforeRemove(tx, _actor, rows) {
    for (const row of rows) {
      if (row["category"] === "5") throw new Refusal("STORAGE_BUILTIN");
      if (row["status"] === "2") throw new Refusal("SMS_ENABLED");
      const n = await filesAt(tx, row["id"]);
      if (n > 0) throw new Refusal("STORAGE_IN_USE", { n });
      // Copies left behind by a move are the provider's from now on.
      await sql`delete from stored_object where provider_id = ${row["id"]}`.execute(tx);
    }
  },
};

/** The local folder is what the operator says, and nothing that is typed here. */
const nowhere = {
  endpoint: null,
  bucketName: null,
  accessKey: null,
  secretKey: null,
  appId: null,
  region: null,
  addressing: null,
  keyPrefix: null,
};

const wrong = (name: keyof typeof StorageProvider.fields, zh: string, en: string) =>
  invalidField(name, StorageProvider.fields[name].zh, StorageProvider.fields[name].en, zh, en);

async function filesAt(tx: Tx, providerId: string): Promise<number> {
  const found = await sql<{
    n: string;
  }>`select count(*) as n from stored_object where provider_id = ${providerId} and state in ('kept', 'writing')`.execute(
    tx,
  );
  return Number(found.rows[0]?.n);
}

/** Scheme, host and port alone; https where no scheme is given. @throws FIELD_INVALID */
function endpointOf(text: string | null | undefined): string {
  if (!text?.trim()) throw wrong("endpoint", "不能为空", "required");
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (
    !url ||
    !["http:", "https:"].includes(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash ||
    !/^\/*$/.test(url.pathname)
  )
    throw wrong(
      "endpoint",
      "须为http或https地址，不含路径、账号和参数",
      "an http or https address without path, account or parameters",
    );
  return url.origin;
}

/** Folders with slashes between them. @throws FIELD_INVALID */
function prefixOf(text: string | null | undefined): string | null {
  const prefix = (text ?? "")
    .normalize("NFC")
    .trim()
    .replace(/^\/+|\/+$/g, "");
  if (prefix === "") return null;
  if (prefix.split("/").some((part) => !/^[\p{L}\p{N}_.-]+$/u.test(part) || /^\.+$/.test(part)))
    throw wrong(
      "keyPrefix",
      "只能是文字、数字、下划线、连字符、点，以斜杠分级",
      "letters, digits, _, - and . with slashes between",
    );
  return prefix;
}

/** What ends up in addresses and headers has only letters that may stand there. @throws FIELD_INVALID */
function checkSetting(merged: Values): void {
  const { bucketName, region, appId } = merged;
  if (!bucketName) throw wrong("bucketName", "不能为空", "required");
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$/.test(bucketName) || bucketName.includes(".."))
    throw wrong("bucketName", "只能是字母、数字、连字符、下划线和点", "letters, digits, -, _ and . only");
  for (const key of ["accessKey", "secretKey"] as const) {
    if (!merged[key]) throw wrong(key, "不能为空", "required");
    if (!/^[\x21-\x7e]+$/.test(merged[key]))
      throw wrong(key, "只能是字母、数字和半角符号", "letters, digits and signs only");
  }
  if (merged["accessKey"].includes("/")) throw wrong("accessKey", "不能包含斜杠", "without slashes");
  if (region && !/^[a-z0-9-]+$/.test(region))
    throw wrong(
      "region",
      "只能是小写字母、数字和连字符，如cn-hangzhou",
      "small letters, digits and - only, like cn-hangzhou",
    );
  if (appId && !/^\d+$/.test(appId)) throw wrong("appId", "只能是数字", "digits only");
  if (usesVirtualHost(merged as never) && isIP(new URL(merged["endpoint"]).hostname.replace(/^\[|\]$/g, "")))
    throw wrong("addressing", "IP地址只能用路径方式", "an IP address takes path style only");
}

/** Files would no longer be found where they were put. @throws FIELD_FROZEN */
async function refuseMove(tx: Tx, old: Values, merged: Values): Promise<void> {
  const moved = (["category", "bucketName", "appId", "keyPrefix"] as const).find(
    (name) => (merged[name] ?? null) !== (old[name] ?? null),
  );
  if (moved && (await filesAt(tx, old["id"])) > 0)
    throw new Refusal("FIELD_FROZEN", {
      field: { zh: StorageProvider.fields[moved].zh, en: StorageProvider.fields[moved].en },
    });
}

/** @throws FIELD_INVALID, ADDRESS_INTERNAL */
async function checkEndpoint(app: Services, _actor: Actor, input: Values): Promise<void> {
  if (!input["endpoint"] || input["category"] === "5") return;
  const { host, port } = endpointOfUrl(new URL(endpointOf(input["endpoint"])));
  await refuseInternal(app.settings, host, Number(port));
}

/** @throws NOT_FOUND, STORAGE_REFUSED, ADDRESS_INTERNAL */
async function tried(app: Services, actor: Actor, { id }: { id: string }): Promise<number> {
  const { category, endpoint } = await readRow<Values>(app.db, StorageProvider, options.scope, actor, id);
  const place = await app.storage.place(id);
  if (category === "5" || !endpoint) return tryPlace(place);
  return failEvenly(app.settings, endpointOfUrl(new URL(endpointOf(endpoint))), () => tryPlace(place), isAnswer);
}

export const storageProviderRoutes: readonly Route[] = [
  ...crudRoutes(calls, options, {
    submit: writesPrepared(calls.submit, checkEndpoint, (tx, actor, input, app) =>
      saveRow(tx, actor, options, withoutEmpty(input, "accessKey", "secretKey"), app),
    ),
  }),
  // A place that does not work would stop every upload: it is tried before it is handed use.
  writesPrepared(calls.enable, tried, (tx, actor, { id }) => handOver(tx, actor, StorageProvider, options.scope, id)),
  writesPrepared(calls.test, tried, async (_tx, _actor, _input, _app, milliseconds) => ({ milliseconds })),
  writes(calls.copy, async (tx, actor, { id, removeSource }, app) => {
    const from = await lockRow<Values>(tx, StorageProvider, options.scope, actor, id);
    return startCopy(tx, app, actor, { id, ossCode: from["ossCode"] }, removeSource === "1");
  }),
];
