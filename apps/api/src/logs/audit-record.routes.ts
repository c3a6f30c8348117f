import { getRecorded } from "../core/entity/audit.ts";
import type { AuditRecordRow } from "@jipei/contract/logs/audit-record.ts";
import { AuditRecord, auditRecordCalls } from "@jipei/contract/logs/audit-record.ts";
import { roles as builtIn } from "@jipei/contract/core/roles.ts";
import type { Db } from "../core/database/db.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import type { ListOptions } from "../core/list/list-source.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { toResponse } from "../core/entity/to-response.ts";
import { readRow } from "../core/database/rows.ts";
import { everything } from "../core/database/sql.ts";
import { changesShape } from "./audit-changes.ts";
import { role, getTitles } from "./audit-titles.ts";
import { allAuditActions, getCodeList, auditActionLabels, kindWords, kinds, stateWords } from "./audit-words.ts";

/** The table has a million rows, so totals are estimated as for the logs. Each tenant has its own history in its own schema. */
const options: ListOptions = { scope: () => everything, estimated: true };

type Written = Pick<AuditRecordRow, "bizType" | "bizId" | "action" | "fromStatus" | "toStatus" | "operatorRole">;

const getAliases = ({ operatorRole }: Pick<Written, "operatorRole">): string[] =>
  (operatorRole ?? "").split(",").filter(Boolean);

/** Adds the labels of kind, row, action and states; one statement for each kind among the rows. */
async function inWords<R extends Written>(db: Db, rows: readonly R[]) {
  const titles = await getTitles(
    db,
    rows.flatMap((row) => [
      { kind: row.bizType ?? "", key: row.bizId ?? "" },
      ...getAliases(row).map((key) => ({ kind: role, key })),
    ]),
  );
  return rows.map((row) => {
    const { zh, en } = titles(row.bizType ?? "", row.bizId ?? "");
    const names = getAliases(row).map((alias) => titles(role, alias));
    return {
      ...row,
      kind: kindWords(row.bizType ?? ""),
      actionName: auditActionLabels(row.bizType ?? "", row.action ?? ""),
      from: stateWords(row.bizType ?? "", row.fromStatus),
      to: stateWords(row.bizType ?? "", row.toStatus),
      roles: { zh: names.map((one) => one.zh).join("、"), en: names.map((one) => one.en).join(", ") },
      rowTitle: zh === row.bizId ? null : zh,
      rowTitleEn: zh === row.bizId ? null : en,
    };
  });
}

const f = AuditRecord.fields;
export const auditExport = exporter(AuditRecord, auditRecordCalls.export, {
  ...options,
  fields: [
    "operateTime",
    "bizType",
    "bizId",
    "action",
    "fromStatus",
    "toStatus",
    "opinion",
    "operatorName",
    "operatorRole",
    "clientIp",
  ],
  extra: {
    bizType: { ...f.bizType, codes: getCodeList(kinds) },
    action: { ...f.action, codes: getCodeList(allAuditActions) },
    operatorRole: {
      ...f.operatorRole,
      codes: getCodeList(Object.entries(builtIn).map(([name, { zh, en }]) => ({ name, zh, en }))),
    },
  },
});

export const auditRecordRoutes: Route[] = [
  reads(auditRecordCalls.list, async (db, actor, query, app) => {
    const page = await listPage(app, actor, AuditRecord, query, options);
    return { ...page, records: await inWords(db, page.records) };
  }),
  reads(auditRecordCalls.detail, async (db, actor, { id }, app) => {
    const row = toResponse(
      AuditRecord,
      actor,
      app.cipher,
      await readRow(db, AuditRecord, options.scope, actor, id),
      "detail",
    );
    const [named] = await inWords(db, [row]);
    if (!named) throw new Refusal("NOT_FOUND");
    const { before, after } = await getRecorded(db, id);
    return { ...named, changes: await changesShape(db, actor, row.bizType ?? "", before, after) };
  }),
  reads(auditRecordCalls.words, async () => ({ kinds: [...kinds], actions: [...allAuditActions] })),
  auditExport,
];
