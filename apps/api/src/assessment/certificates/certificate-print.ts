import { Readable } from "node:stream";
import { certificateCalls as calls } from "@jipei/contract/assessment/certificate.calls.ts";
import { enterpriseCertificateCalls as enterpriseCalls } from "@jipei/contract/assessment/enterprise-certificate.calls.ts";
import { sql } from "kysely";
import { writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { background } from "../../core/jobs/background.ts";
import { visible } from "../../core/access/data-scope.ts";
import type { Db } from "../../core/database/db.ts";
import { type Route, writes } from "../../core/http/implement.ts";
import { type TakenRows, entriesOf, recordedFile } from "../../core/http/recorded-file.ts";
import { createResponseMapper } from "../../core/entity/to-response.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Condition } from "../../core/database/sql.ts";
import { readPhoto } from "../../core/print/picture.ts";
import { type PrintedCertificate, certificatePdf } from "./certificate-pdf.ts";
import { type CertificateSide, certificateSides } from "./certificate-side.ts";

/** Certificates with everything that is printed. The ID number is masked as in the detail for the user who prints: holder, unit and clerk see it in full. */
export async function printedCertificates(
  db: Db,
  app: Services,
  actor: Actor,
  { entity, scope }: CertificateSide,
  where: Condition,
): Promise<(PrintedCertificate & { id: string })[]> {
  const { rows } = await sql<PrintedCertificate & { id: string; storageKey: string | null }>`
    select t.id, t.cert_no, t.cert_kind, t.name, t.id_number, t.course_name, t.occupation_name, t.level, t.train_hours, t.train_start_date, t.train_end_date,
      t.theory_score, t.practice_score, t.total_score, t.org_name, t.issue_org, t.issue_date, t.expire_date, t.is_valid, t.verify_code, a.storage_key
    from certificate t left join document a on a.id = t.photo_att_id
    where t.is_valid = 'isValid' and t.id in (select t.id from ${sql.table(entity.table)} t where t.is_deleted = 0 and ${visible(entity, scope, actor)}) and ${where}
    order by t.cert_no`.execute(db);
  const show = createResponseMapper(entity, actor, app.cipher, "detail");
  return Promise.all(
    rows.map(async ({ storageKey, ...row }) => ({
      ...show(row),
      photo: storageKey ? await readPhoto(app.storage, storageKey) : null,
    })),
  );
}

const takenCertificates = (side: "1" | "2", certificates: readonly { id: string }[]): TakenRows => ({
  action: "export",
  entity: certificateSides[side].entity,
  ids: certificates.map(({ id }) => id),
});

/** All valid certificates of a class in one file. A job that was begun before there were two sides is of an institution. */
export const certificateBatch = background<{ classId: string; side?: "1" | "2" }>(
  "exams.certificates",
  async ({ app, actor, input: { classId, side = "1" }, progress, keep, done }) => {
    const certificates = await printedCertificates(
      app.db,
      app,
      actor,
      certificateSides[side],
      sql`t.class_id = ${classId}`,
    );
    if (certificates.length === 0) throw new Refusal("CERT_REQUIRED", { name: { zh: "该班级", en: "The class" } });
    await progress(0, certificates.length);
    const file = await keep(
      "certificates.pdf",
      certificatePdf(certificates, app, (done) => progress(done)),
    );
    await progress(certificates.length, certificates.length);
    return app.db.transaction().execute(async (tx) => {
      await writeAudit(tx, actor, entriesOf(takenCertificates(side, certificates)));
      return done(tx, { zh: `已生成${certificates.length}本证书`, en: `${certificates.length} certificates`, file });
    });
  },
);

const printRoutes = (side: "1" | "2", { pdf, batch }: Pick<typeof calls, "pdf" | "batch">): Route[] => [
  recordedFile(pdf, async (app, actor, { id }) => {
    const [certificate] = await printedCertificates(app.db, app, actor, certificateSides[side], sql`t.id = ${id}`);
    if (!certificate) throw new Refusal("NOT_FOUND");
    return {
      name: `${certificate.certNo}.pdf`,
      body: Readable.from(certificatePdf([certificate], app)),
      inline: true,
      ...takenCertificates(side, [certificate]),
    };
  }),
  writes(batch, (tx, actor, { classId }, app) =>
    certificateBatch.start(tx, app, actor, { zh: "批量生成证书", en: "Certificates of a class" }, { classId, side }),
  ),
];

export const certificatePrintRoutes: Route[] = [...printRoutes("1", calls), ...printRoutes("2", enterpriseCalls)];
