import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { certificateCalls as calls } from "@jipei/contract/exams/certificate.calls.ts";
import { Certificate } from "@jipei/contract/exams/certificate.ts";
import { sql } from "kysely";
import type { Actor } from "../core/actor.ts";
import { background } from "../core/background.ts";
import { visible } from "../core/data-scope.ts";
import type { Db } from "../core/db.ts";
import { type Route, raw, writes } from "../core/implement.ts";
import { presenter } from "../core/present.ts";
import { Refusal } from "../core/refusal.ts";
import type { Services } from "../core/services.ts";
import { type Condition } from "../core/sql.ts";
import { MissingFile } from "../core/storage.ts";
import { type PrintedCertificate, certificatePdf } from "./certificate-pdf.ts";
import { certificateScope } from "./exams.scope.ts";

/** Certificates with everything that is printed. The ID number stands on it as whoever prints sees it in the detail: in full for the holder, his unit and the clerk. */
export async function printedCertificates(
  db: Db,
  app: Services,
  actor: Actor,
  where: Condition,
): Promise<PrintedCertificate[]> {
  const { rows } = await sql<PrintedCertificate & { storageKey: string | null }>`
    select t.cert_no, t.cert_kind, t.name, t.id_number, t.course_name, t.occupation_name, t.level, t.train_hours, t.train_start_date, t.train_end_date,
      t.theory_score, t.practice_score, t.total_score, t.org_name, t.issue_org, t.issue_date, t.expire_date, t.is_valid, t.verify_code, a.storage_key
    from certificate t left join attachment a on a.id = t.photo_att_id
    where t.is_deleted = 0 and t.is_valid = 'isValid' and ${visible(Certificate, certificateScope, actor)} and ${where} order by t.cert_no`.execute(
    db,
  );
  const show = presenter(Certificate, actor, app.cipher, "detail");
  return Promise.all(
    rows.map(async ({ storageKey, ...row }) => ({
      ...show(row),
      photo: storageKey ? await photoOf(app, storageKey) : null,
    })),
  );
}

/** A photo that is gone from the store does not stop the paper; a store that does not answer does, or papers would lack photos that are there. */
async function photoOf(app: Services, key: string): Promise<Buffer | null> {
  try {
    return await buffer(await app.storage.get(key));
  } catch (error) {
    if (!(error instanceof MissingFile)) throw error;
    return null;
  }
}

/** All valid certificates of a class in one file. */
export const certificateBatch = background<{ classId: string }>(
  "exams.certificates",
  async ({ app, actor, input, progress, keep }) => {
    const certificates = await printedCertificates(app.db, app, actor, sql`t.class_id = ${input.classId}`);
    if (certificates.length === 0) throw new Refusal("CERT_REQUIRED", { name: { zh: "该班级", en: "The class" } });
    await progress(0, certificates.length);
    const file = await keep(
      "certificates.pdf",
      certificatePdf(certificates, app, (done) => progress(done)),
    );
    await progress(certificates.length, certificates.length);
    return { zh: `已生成${certificates.length}本证书`, en: `${certificates.length} certificates`, file };
  },
);

export const certificatePrintRoutes: Route[] = [
  raw(calls.pdf, async (_request, reply, actor, { id }, app) => {
    const [certificate] = await printedCertificates(app.db, app, actor, sql`t.id = ${id}`);
    if (!certificate) throw new Refusal("NOT_FOUND");
    return reply
      .type("application/pdf")
      .header("Content-Disposition", `inline; filename="${certificate.certNo}.pdf"`)
      .header("Cache-Control", "no-store")
      .send(Readable.from(certificatePdf([certificate], app)));
  }),
  writes(calls.batch, (tx, actor, input, app) =>
    certificateBatch.start(tx, app, actor, { zh: "批量生成证书", en: "Certificates of a class" }, input),
  ),
];
