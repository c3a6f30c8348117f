import { findBirthday, getSex } from "@jipei/contract/core/fields/id-number.ts";
import {
  EnterpriseStudent,
  type Registered,
  enterpriseStudentCalls as calls,
} from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import { readRow } from "../../core/database/rows.ts";
import { type DerivedField, derived } from "../../core/database/sql.ts";
import type { Tx } from "../../core/database/db.ts";
import { type CrudOptions, crud } from "../../core/entity/crud.ts";
import { exporter } from "../../core/excel/export.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { Refusal } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Route, reads, writesPrepared, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { isDraft } from "../classes/class-state.ts";
import { enterpriseClassScope } from "../enterprise-classes/enterprise-class.scope.ts";
import { lockClasses } from "../roster/class-facts.ts";
import { identify } from "../roster/person-rules.ts";
import { type OwnUnit, getOwnUnit } from "../../providers/providers.queries.ts";
import { askAboutStaff, limitAsked, getStaffFacts, isStaff } from "./staff-registers.ts";
import { askBeforeSave, saveStaff } from "./staff.save.ts";
import { staffScope } from "./staff.scope.ts";

export const staffDerived: readonly DerivedField[] = [
  derived(EnterpriseStudent, "entId", "select u.dept_id from institution u where u.id = t.unit_id"),
];

export const staffRows = {
  entity: EnterpriseStudent,
  resource: "enterprise_student",
  scope: staffScope,
  audited: true,
  /** @throws CLASS_LOCKED once the class is submitted; whoever leaves then is no longer on the job */
  async beforeRemove(tx: Tx, _actor: Actor, rows: readonly { classId: string }[]) {
    const classes = await lockClasses(tx, [...new Set(rows.map(({ classId }) => classId))].sort());
    if ([...classes.values()].some(({ status }) => !isDraft(status))) throw new Refusal("CLASS_LOCKED");
  },
} satisfies CrudOptions<typeof EnterpriseStudent>;

const { list, detail, remove } = crud(staffRows);
/** Trainings that took place or were broken off, not those still being planned. */
const experienced = sql`(t.confirm_status = 'Confirm' or t.quit_date is not null)`;

/** What the registers know of a number, as the form is filled. */
async function findRegistered(
  app: Services,
  actor: Actor,
  input: { classId: string; idNumber: string },
): Promise<Registered> {
  await readRow(app.db, EnterpriseClass, enterpriseClassScope, actor, input.classId);
  const { idNumber } = identify({ idNumber: input.idNumber });
  await limitAsked(app, actor, 1);
  const unit = await getOwnUnit(app.db, actor);
  const [answers] = await askAboutStaff(app, actor, unit, [{ idNumber }]);
  if (!answers) throw new Refusal("EXT_UNAVAILABLE");
  const facts = getStaffFacts(answers, unit);
  const known = isStaff(facts);
  const { person, insured, contract } = answers;
  const earlier = await findEarlier(app, unit, idNumber);
  const sources = [
    known && facts.name ? { zh: "公安人口信息", en: "Population register", fields: "name", of: person } : null,
    { zh: "社会保险", en: "Insurance register", fields: "isInsured,insuredSince", of: insured },
    {
      zh: "劳动合同备案",
      en: "Register of contracts",
      fields: "isContract,contractStart,contractEnd",
      of: contract,
    },
  ].filter((one) => one !== null);
  return {
    name: known ? facts.name : null,
    sex: getSex(idNumber),
    birthday: findBirthday(idNumber),
    isInsured: facts.isInsured,
    insuredSince: facts.insuredSince,
    isContract: facts.isContract,
    contractStart: facts.contractStart,
    contractEnd: facts.contractEnd,
    entryDate: facts.insuredSince ?? facts.contractStart,
    ...earlier,
    sources: sources
      .filter(({ of }) => of.resultCode !== "500")
      .map(({ zh, en, fields, of }) => ({ zh, en, fields, queryTime: of.queryTime, evidenceId: of.id })),
  };
}

/** What the enterprise itself said of somebody when they were trained before. */
async function findEarlier(
  app: Services,
  unit: OwnUnit,
  idNumber: string,
): Promise<Pick<Registered, "education" | "phone" | "postName">> {
  const { rows } = await sql<{ education: Registered["education"]; phone: string; postName: string }>`
    select education, phone, post_name from enterprise_student
    where unit_id = ${unit.id} and id_number_hash = ${app.cipher.hash(idNumber)} and is_deleted = 0 order by id desc limit 1`.execute(
    app.db,
  );
  const [row] = rows;
  return row ? { ...row, phone: app.cipher.decrypt(row.phone) } : { education: null, phone: null, postName: null };
}

export const staffRoutes: readonly Route[] = [
  exporter(EnterpriseStudent, calls.export, staffRows),
  reads(calls.list, list),
  reads(calls.getStudent, list),
  reads(calls.enterpriseStudentExperience, (_db, actor, query, app) =>
    listPage(app, actor, EnterpriseStudent, query, { scope: staffScope, where: [experienced] }),
  ),
  reads(calls.detail, detail),
  writesPrepared(calls.submit, askBeforeSave, saveStaff),
  writes(calls.remove, remove),
  writesPrepared(calls.fromRegister, findRegistered, async (_tx, _actor, _input, _app, found) => found),
];
