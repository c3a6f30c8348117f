import { exporter } from "../core/excel/export.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { type Draft, columns } from "../core/entity/columns.ts";
import { isIP } from "node:net";
import { StorageProvider, storageProviderCalls as calls } from "@jipei/contract/files/storage-provider.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { type CrudOptions, type SaveInput, crudRoutes, saveRow } from "../core/entity/crud.ts";
import type { Tx } from "../core/database/db.ts";
import { tenantOwnerRows, assertTenantOwner } from "../core/access/tenant-owner.ts";
import { type Route, writes, writesPrepared } from "../core/http/implement.ts";
import { endpointOfUrl, refuseInternal } from "../core/outbound/safe-fetch.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { Refusal, collectRefusals, invalidField } from "../core/foundation/refusal.ts";
import { lockRow, readRow } from "../core/database/rows.ts";
import type { Services } from "../core/foundation/services.ts";
import { putInUse, withoutEmpty } from "../core/entity/setting-in-use.ts";
import { type DerivedField, derived } from "../core/database/sql.ts";
import { startCopy } from "./storage-copy.ts";
import { usesVirtualHost } from "./storage-setting.ts";
import { failEvenly } from "../core/security/even-failure.ts";
import { isAnswer, tryPlace } from "./storage-test.ts";

type Place = Draft<typeof StorageProvider>;

export const storageDerived: readonly DerivedField[] = [
  derived(
    StorageProvider,
    "fileCount",
    `select count(*)::int from stored_object o where o.provider_id = t.id and o.state = 'kept'`,
  ),
];

const options: CrudOptions<typeof StorageProvider> = {
  entity: StorageProvider,
  resource: "oss",
  // Places serve all tenants of a schema, so only those who run it see and change them.
  scope: tenantOwnerRows,
  audited: true,
  async beforeSave(tx, actor, merged, old) {
    assertTenantOwner(actor);
    if ((old?.category ?? "1") !== "5" ? merged.category === "5" : merged.category !== "5")
      throw new Refusal("STORAGE_BUILTIN");
    await refuseDuplicate(tx, StorageProvider, old?.id, { ossCode: merged.ossCode }, "DUPLICATE", {
      field: { zh: `资源编号“${merged.ossCode}”`, en: `Number “${merged.ossCode}”` },
    });
    const computed = old ? {} : ({ status: "1" } as const);
    if (merged.category === "5") return columns(StorageProvider, { ...computed, ...nowhere });
    const cleaned = { endpoint: getEndpoint(merged.endpoint), keyPrefix: findPrefix(merged.keyPrefix) };
    checkSetting({ ...merged, ...cleaned });
    if (old) await refuseMove(tx, old, { ...merged, ...cleaned });
    return columns(StorageProvider, { ...computed, ...cleaned });
  },
  async beforeRemove(tx, _actor, rows) {
    await collectRefusals(
      rows,
      ({ id }) => id,
      async (row) => {
        if (row.category === "5") throw new Refusal("STORAGE_BUILTIN");
        if (row.status === "2") throw new Refusal("SMS_ENABLED");
        const n = await filesAt(tx, row.id);
        if (n > 0) throw new Refusal("STORAGE_IN_USE", { n });
        // Copies that a move left at the provider are no longer ours to track.
        await sql`delete from stored_object where provider_id = ${row.id}`.execute(tx);
      },
    );
  },
};

/** The local folder is set by the operator, so a local provider has none of these fields. */
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
function getEndpoint(text: string | null | undefined): string {
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
function findPrefix(text: string | null | undefined): string | null {
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

/** Checks that what goes into addresses and headers has only permitted characters. @throws FIELD_INVALID */
function checkSetting(merged: Place & { endpoint: string }): void {
  const { bucketName, region, appId, accessKey } = merged;
  if (!bucketName) throw wrong("bucketName", "不能为空", "required");
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$/.test(bucketName) || bucketName.includes(".."))
    throw wrong("bucketName", "只能是字母、数字、连字符、下划线和点", "letters, digits, -, _ and . only");
  for (const key of ["accessKey", "secretKey"] as const) {
    const value = merged[key];
    if (!value) throw wrong(key, "不能为空", "required");
    if (!/^[\x21-\x7e]+$/.test(value)) throw wrong(key, "只能是字母、数字和半角符号", "letters, digits and signs only");
  }
  if (accessKey?.includes("/")) throw wrong("accessKey", "不能包含斜杠", "without slashes");
  if (region && !/^[a-z0-9-]+$/.test(region))
    throw wrong(
      "region",
      "只能是小写字母、数字和连字符，如cn-hangzhou",
      "small letters, digits and - only, like cn-hangzhou",
    );
  if (appId && !/^\d+$/.test(appId)) throw wrong("appId", "只能是数字", "digits only");
  if (usesVirtualHost(merged) && isIP(new URL(merged.endpoint).hostname.replace(/^\[|\]$/g, "")))
    throw wrong("addressing", "IP地址只能用路径方式", "an IP address takes path style only");
}

/** Refuses a change of the place while it holds files, which would no longer be found. @throws FIELD_FROZEN */
async function refuseMove(tx: Tx, old: StoredRow<typeof StorageProvider>, merged: Place): Promise<void> {
  const moved = (["category", "bucketName", "appId", "keyPrefix"] as const).find(
    (name) => (merged[name] ?? null) !== (old[name] ?? null),
  );
  if (moved && (await filesAt(tx, old.id)) > 0)
    throw new Refusal("FIELD_FROZEN", {
      field: { zh: StorageProvider.fields[moved].zh, en: StorageProvider.fields[moved].en },
    });
}

/** @throws FIELD_INVALID, ADDRESS_INTERNAL */
async function checkEndpoint(app: Services, _actor: Actor, input: SaveInput<typeof StorageProvider>): Promise<void> {
  if (!input.endpoint || input.category === "5") return;
  const { host, port } = endpointOfUrl(new URL(getEndpoint(input.endpoint)));
  await refuseInternal(app.settings, host, Number(port));
}

/** @throws NOT_FOUND, STORAGE_REFUSED, ADDRESS_INTERNAL */
async function tried(app: Services, actor: Actor, { id }: { id: string }): Promise<number> {
  const { category, endpoint } = await readRow(app.db, StorageProvider, options.scope, actor, id);
  const place = await app.storage.place(id);
  if (category === "5" || !endpoint) return tryPlace(place);
  return failEvenly(app.settings, endpointOfUrl(new URL(getEndpoint(endpoint))), () => tryPlace(place), isAnswer);
}

export const storageProviderRoutes: readonly Route[] = [
  exporter(StorageProvider, calls.export, options),
  ...crudRoutes(calls, options, {
    submit: writesPrepared(calls.submit, checkEndpoint, (tx, actor, input, app) =>
      saveRow(tx, actor, options, withoutEmpty(input, "accessKey", "secretKey"), app),
    ),
  }),
  // A place that does not work would stop every upload, so it is tested before it is put in use.
  writesPrepared(calls.enable, tried, (tx, actor, { id }) => putInUse(tx, actor, StorageProvider, options.scope, id)),
  writesPrepared(calls.test, tried, async (_tx, _actor, _input, _app, milliseconds) => ({ milliseconds })),
  writes(calls.copy, async (tx, actor, { id, removeSource }, app) => {
    const from = await lockRow(tx, StorageProvider, options.scope, actor, id);
    return startCopy(tx, app, actor, { id, ossCode: from.ossCode }, removeSource === "1");
  }),
];
