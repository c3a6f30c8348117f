import { isDeepStrictEqual } from "node:util";
import type { InputOf } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import { Report, type reportCalls } from "@jipei/contract/reports/report.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import { readRow } from "../core/database/rows.ts";
import { type Condition, type DerivedField, derived, everything } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { getAudit } from "../core/entity/audit.ts";
import { columns } from "../core/entity/columns.ts";
import { type CrudOptions, saveRow } from "../core/entity/crud.ts";
import { refuseDuplicate } from "../core/entity/references.ts";
import { type Actor, hasRole } from "../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import { openDataSet } from "./data-set.ts";
import { checkLayout } from "./layout-check.ts";
import { starterForm } from "./starter.ts";
import { type Uploaded, assertTemplate, readUpload } from "./template.ts";
import { type Version, keepVersion, readVersion } from "./versions.ts";

/** Administrators see all reports, everybody else their own and those shared with a role of theirs. */
export function reportScope(actor: Actor): Condition {
  if (hasRole(actor, "sysAdmin", "auditor")) return everything;
  return sql`(t.create_user = ${actor.userId} or coalesce(t.shared_with && ${[...actor.roles]}::text[], false))`;
}

/** What a report is made of is changed by who made it, and by administrators. @throws NOT_OWNER */
export function assertAuthor(actor: Actor, { createUser }: Pick<StoredRow<typeof Report>, "createUser">): void {
  if (createUser !== actor.userId && !hasRole(actor, "sysAdmin")) throw new Refusal("NOT_OWNER");
}

/** What comes along with a save beside the fields of the report. */
interface Parts {
  layout?: ReportLayout | undefined;
  template?: Uploaded | null;
}

/** How reports are saved, removed and shown. */
export function reportOptions({ layout: sent, template: uploaded }: Parts = {}) {
  /** The workbook of the version that is being saved. */
  let kept: Buffer | null = null;
  return {
    entity: Report,
    resource: "report" as const,
    scope: reportScope,
    audited: true,
    async beforeSave(tx, actor, merged, old) {
      if (old) assertAuthor(actor, old);
      const { entity } = openDataSet(actor, merged.dataSet);
      const chosen = sent ?? old?.layout;
      if (!chosen) throw invalidValue(Report, "layout", "不能为空", "is required");
      // What a client leaves out is stored as not chosen.
      const layout: ReportLayout = { ...chosen, sort: chosen.sort ?? null, pivot: chosen.pivot ?? null };
      checkLayout(entity, merged.kind, layout);
      await refuseDuplicate(tx, Report, old?.id, { name: merged.name });
      const before = old && (await readVersion(tx, old.id, old.versionNo));
      const template =
        merged.kind === "form"
          ? (uploaded ?? templateOf(before) ?? (await starterOf(entity, layout, merged.name)))
          : null;
      if (template) await assertTemplate(entity, layout, template.bytes);
      kept = template?.bytes ?? null;
      const isSame =
        before?.kind === merged.kind &&
        before.dataSet === merged.dataSet &&
        isDeepStrictEqual(before.layout, asStored(layout)) &&
        isDeepStrictEqual(before.template, kept);
      return columns(Report, {
        layout,
        templateName: template?.name ?? null,
        versionNo: (old?.versionNo ?? 0) + (isSame ? 0 : 1),
      });
    },
    async afterSave(tx, actor, row, old) {
      if (old?.versionNo !== row.versionNo) await keepVersion(tx, actor, row, kept);
    },
    async beforeRemove(_tx, actor, rows) {
      for (const row of rows) assertAuthor(actor, row);
    },
    detail: async (db, actor, row) => ({ auditList: await getAudit(db, actor, Report.name, row.id) }),
  } satisfies CrudOptions<typeof Report>;
}

/** As the database gives it back. */
const asStored = (layout: ReportLayout): unknown => JSON.parse(JSON.stringify(layout));

const templateOf = (version: Version | null): Uploaded | null =>
  version?.template ? { name: version.templateName ?? "", bytes: version.template } : null;

const starterOf = async (entity: Entity, layout: ReportLayout, name: string): Promise<Uploaded> => ({
  name: `${name}.xlsx`,
  bytes: await starterForm(entity, layout, name),
});

type SubmitInput = InputOf<typeof reportCalls.submit>;

/** Reads the uploaded workbook before the transaction. */
export const prepareReport = async (
  app: Services,
  actor: Actor,
  { templateId }: SubmitInput,
): Promise<Uploaded | null> => (templateId ? readUpload(app, actor, templateId) : null);

/** Saves a report, as a new version where what it is made of has changed. */
export const submitReport = (
  tx: Tx,
  actor: Actor,
  { layout, templateId: _templateId, ...draft }: SubmitInput,
  app: Services,
  template: Uploaded | null,
): Promise<{ id: string }> => saveRow(tx, actor, reportOptions({ layout, template }), draft, app);

/** Saves what a report was made of once as its newest version. @throws NOT_FOUND */
export async function restoreReport(
  tx: Tx,
  actor: Actor,
  { id, versionNo }: InputOf<typeof reportCalls.restore>,
  app: Services,
): Promise<{ id: string }> {
  const report = await readRow(tx, Report, reportScope, actor, id);
  const version = await readVersion(tx, report.id, versionNo);
  if (!version) throw new Refusal("NOT_FOUND");
  const { kind, dataSet, layout } = version;
  return saveRow(tx, actor, reportOptions({ layout, template: templateOf(version) }), { id, kind, dataSet }, app);
}

/** What a report is made of: the workbook of a form, else the layout, as programs of the family read it. */
export const reportDerived: readonly DerivedField[] = [
  derived(
    Report,
    "content",
    `select translate(encode(coalesce(v.template, convert_to(v.layout::text, 'UTF8')), 'base64'), E'\\n', '') from report_version v where v.report_id = t.id and v.version_no = t.version_no`,
  ),
];
