import type { InputOf, OutputOf } from "@jipei/contract/core/call.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import {
  type CertifiedWorker,
  Technician,
  mostTaken,
  type technicianCalls,
} from "@jipei/contract/talents/technician.ts";
import type { highLevel } from "@jipei/contract/work-records/high-skill-training.ts";
import { type RawBuilder, sql } from "kysely";
import { organisationsIn } from "../core/access/region-scope.ts";
import type { Db, Tx } from "../core/database/db.ts";
import { everything } from "../core/database/sql.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { saveRow } from "../core/entity/crud.ts";
import { updateRow } from "../core/database/write-rows.ts";
import type { Actor } from "../core/foundation/actor.ts";
import type { Services } from "../core/foundation/services.ts";
import { technicianOptions } from "./technician.ts";

/**
 * The latest valid certificate of each person, occupation and level from 3 to 1, with the record of the same if there is one, where that record
 * is missing or says otherwise; for whoever is limited to regions those of units there. Certificates of institutions' classes say nothing of an
 * employer.
 */
const different = ({ regions }: Actor) => sql`
  select d.id as cert_id, d.name, d.occupation_name, d.level, d.cert_no, d.issue_date, d.student_id, k.id as technician_id, k.cert_no as present_cert_no, k.issue_date as present_issue_date,
    case when d.side = '2' then u.org_name end as work_unit, case when d.side = '2' then u.dept_id end as ent_id
  from (select distinct on (id_number_hash, occupation_name, level) * from diploma
      where is_valid = 'isValid' and level in ('1', '2', '3') and cert_kind in ('1', '2')
      order by id_number_hash, occupation_name, level, issue_date desc, id desc) d
    join institution u on u.id = d.org_id
    left join technician k on k.id_number_hash = d.id_number_hash and k.occupation_name = d.occupation_name and k.level = d.level and k.is_deleted = 0
  where (k.id is null or (k.issue_date <= d.issue_date and (k.cert_no, k.issue_date) is distinct from (d.cert_no, d.issue_date)))
    and ${regions ? sql`d.org_id in (${organisationsIn(regions)})` : everything}`;

/** Who may be taken over from certificates: the latest of them, and how many there are. */
export async function findCertified(db: Db, actor: Actor): Promise<OutputOf<typeof technicianCalls.certified>> {
  const counts = await sql<{ newCount: number; differentCount: number }>`
    select (count(*) filter (where technician_id is null))::int as new_count, (count(*) filter (where technician_id is not null))::int as different_count from (${different(actor)}) d`.execute(
    db,
  );
  const people = await sql<CertifiedWorker>`
    select cert_id, technician_id, name, occupation_name, level, cert_no, issue_date, work_unit, present_cert_no, present_issue_date
    from (${different(actor)}) d order by issue_date desc, cert_id desc limit ${mostTaken}`.execute(db);
  return { ...(counts.rows[0] ?? { newCount: 0, differentCount: 0 }), people: people.rows };
}

type Person = Pick<StoredRow<typeof Technician>, "idType" | "sex" | "birthday" | "nation" | "education">;
interface Taken extends Person {
  certId: string;
  technicianId: string | null;
  entId: string | null;
  name: string;
  /** Encrypted. */
  idNumber: string;
  phone: string;
  workUnit: string | null;
  occupationName: string;
  level: CodeOf<typeof highLevel>;
  certNo: string;
  issueDate: string;
}

const chosen = (actor: Actor, certIds: readonly string[]): RawBuilder<Taken> => sql<Taken>`
  select d.cert_id, d.technician_id, d.ent_id, d.name, d.work_unit, d.occupation_name, d.level, d.cert_no, d.issue_date,
    p.id_type, p.id_number, p.sex, p.birthday, p.nation, p.education, p.phone
  from (${different(actor)}) d join trainee p on p.id = d.student_id where d.cert_id = any(${certIds}::bigint[]) order by d.cert_id`;

/**
 * Adds who is new and corrects the certificates of the others, each with its history. Two who press the button at once wait for each other, and
 * the second finds nothing left.
 */
export async function takeCertified(
  tx: Tx,
  actor: Actor,
  { certIds }: InputOf<typeof technicianCalls.takeCertified>,
  app: Services,
): Promise<OutputOf<typeof technicianCalls.takeCertified>> {
  await sql`lock table technician in share row exclusive mode`.execute(tx);
  const { rows } = await chosen(actor, certIds).execute(tx);
  for (const row of rows) await take(tx, actor, row, app);
  const changed = rows.filter(({ technicianId }) => technicianId !== null).length;
  return { added: rows.length - changed, changed };
}

/** Saved as a form is, so that the register has one set of rules and one history. */
async function take(tx: Tx, actor: Actor, row: Taken, app: Services): Promise<void> {
  const { technicianId, certId, certNo, issueDate } = row;
  const { id } = technicianId
    ? await saveRow(tx, actor, technicianOptions, { id: technicianId, certNo, issueDate }, app)
    : await saveRow(tx, actor, technicianOptions, { ...getFacts(row, app), certNo, issueDate }, app);
  await updateRow(tx, actor, Technician, id, { certId });
}

/** Trained by an institution: no register of the platform says for whom they work. */
const unknownEmployer = "未登记";

const getFacts = (
  { entId, name, idType, sex, birthday, nation, education, workUnit, occupationName, level, ...encrypted }: Taken,
  { cipher }: Services,
) => ({
  entId,
  name,
  idType,
  idNumber: cipher.decrypt(encrypted.idNumber),
  sex,
  birthday,
  nation,
  education,
  phone: cipher.decrypt(encrypted.phone),
  workUnit: workUnit ?? unknownEmployer,
  occupationName,
  level,
  isValid: "isValid" as const,
});
