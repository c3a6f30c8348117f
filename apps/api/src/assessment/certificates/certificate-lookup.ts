import { type PublicCertificate, certificateLookup } from "@jipei/contract/assessment/certificate.calls.ts";
import type { ValueOfShape } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Condition } from "../../core/database/sql.ts";
import { type Route, reads } from "../../core/http/implement.ts";
import { mask } from "../../core/security/mask.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { parameter } from "../../settings/settings.queries.ts";

/** Kinds of certificates by public page. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  certInfo: ["1", "2", "3", "4", "6"],
  certInfocy: ["5"],
  pxzx: ["4"],
};

/** The format of any document number; whether the number exists is decided by its hash. */
const documentNumber = /^[A-Za-z0-9]{6,18}$/;

type Asked = ValueOfShape<typeof certificateLookup.input>;

/**
 * The public look-up: by name and full ID number, or by certificate number and verification code. Only a complete pair reveals anything.
 * A wrong pair and an unknown one get the same answer, and look-ups of one address an hour are limited. @throws RATE_LIMIT, FIELD_INVALID
 */
export async function lookUpCertificate(app: Services, ip: string, asked: Asked): Promise<PublicCertificate[]> {
  const db = app.db;
  await limitRate(app, "certificate", ip, await parameter(db, "cert.query.perHour"), 60);
  const kinds = kindsOf[asked.page ?? "certInfo"];
  if (!kinds) throw new Refusal("PATH_NOT_FOUND");
  const pair = getPair(app, asked);
  if (!pair)
    throw new Refusal("FIELD_INVALID", {
      field: { zh: "查询条件", en: "Query" },
      reason: {
        zh: "请填写姓名和证件号码，或证书编号和查询码",
        en: "give name and ID number, or certificate number and verification code",
      },
    });
  const { rows } =
    await sql<PublicCertificate>`select t.cert_no, t.cert_kind, t.name, t.id_number, t.course_name, t.occupation_name, t.level, t.train_hours, t.train_start_date, t.train_end_date, t.theory_score, t.practice_score, t.total_score, t.org_name, t.issue_org, t.issue_date, t.expire_date, t.is_valid
    from certificate t where ${pair} and t.is_deleted = 0 and t.cert_kind = any(${[...kinds]}) order by t.issue_date desc limit 50`.execute(
      db,
    );
  return rows.map((row) => ({ ...row, idNumber: mask("idNumber", app.cipher.decrypt(row.idNumber)) ?? "" }));
}

/** SQL condition: both values of a pair match; null where neither pair is complete. */
function getPair(app: Services, { name, idNumber, certNo, verifyCode }: Asked): Condition | null {
  if (name && idNumber && documentNumber.test(idNumber.trim()))
    return sql`t.id_number_hash = ${app.cipher.hash(idNumber)} and t.name = ${name.trim()}`;
  if (certNo && verifyCode)
    return sql`t.cert_no = ${certNo.trim().toUpperCase()} and t.verify_code = ${verifyCode.trim().toUpperCase()}`;
  return null;
}

export const certificateLookupRoutes: Route[] = [
  reads(certificateLookup, (_db, actor, input, app) => lookUpCertificate(app, actor.ip, input)),
];
