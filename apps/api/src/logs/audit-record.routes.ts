import { AuditRecord, auditRecordCalls } from "@jipei/contract/logs/audit-record.ts";
import { roles as builtIn } from "@jipei/contract/core/roles.ts";
import type { Db } from "../core/db.ts";
import { exporter } from "../core/excel/export.ts";
import { type Route, reads } from "../core/implement.ts";
import { listPage } from "../core/list.ts";
import type { ListOptions } from "../core/list-source.ts";
import { present } from "../core/present.ts";
import { readRow } from "../core/rows.ts";
import { everything } from "../core/sql.ts";
import { changesOf } from "./audit-changes.ts";
import { role, titlesOf } from "./audit-titles.ts";
import { allDeeds, codeListOf, deedWords, kindWords, kinds, stateWords } from "./audit-words.ts";

/** A million rows: totals are guessed as those of the logs are. Each tenant has a history of its own, in its schema. */
const options: ListOptions = { scope: () => everything, estimated: true };

interface Row {
  bizType: string;
  bizId: string;
  action: string;
  fromStatus: string | null;
  toStatus: string | null;
  operatorRole: string;
}

const aliasesOf = ({ operatorRole }: Row): string[] => operatorRole.split(",").filter(Boolean);

/** Says in words what rows are about; one statement for each kind among them. */
async function inWords<R extends Row>(db: Db, rows: readonly R[]) {
  const titles = await titlesOf(
    db,
    rows.flatMap((row) => [
      { kind: row.bizType, key: row.bizId },
      ...aliasesOf(row).map((key) => ({ kind: role, key })),
    ]),
  );
  return rows.map((row) => {
    const { zh, en } = titles(row.bizType, row.bizId);
    const names = aliasesOf(row).map((alias) => titles(role, alias));
    return {
      ...row,
      kind: kindWords(row.bizType),
      deed: deedWords(row.bizType, row.action),
      from: stateWords(row.bizType, row.fromStatus),
      to: stateWords(row.bizType, row.toStatus),
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
    bizType: { ...f.bizType, codes: codeListOf(kinds) },
    action: { ...f.action, codes: codeListOf(allDeeds) },
    operatorRole: {
      ...f.operatorRole,
      codes: codeListOf(Object.entries(builtIn).map(([name, { zh, en }]) => ({ name, zh, en }))),
    },
  },
});

export const auditRecordRoutes: Route[] = [
  reads(auditRecordCalls.list, async (db, actor, query, app) => {
    const page = await listPage<Row>(app, actor, AuditRecord, query, options);
    return { ...page, records: (await inWords(db, page.records)) as never[] };
  }),
  reads(auditRecordCalls.detail, async (db, actor, { id }, app) => {
    const row = present(
      AuditRecord,
      actor,
      app.cipher,
      await readRow<Row>(db, AuditRecord, options.scope, actor, id),
      "detail",
    );
    const [named] = await inWords(db, [row]);
    const { before, after } = await db
      .selectFrom("auditRecord")
      .select(["before", "after"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { ...named, changes: await changesOf(db, actor, row.bizType, before, after) } as never;
  }),
  reads(auditRecordCalls.words, async () => ({ kinds: [...kinds], deeds: [...allDeeds] })),
  auditExport.route,
];
