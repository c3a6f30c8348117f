import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type pg from "pg";
import { getBaseTable } from "./entity-views.ts";

/**
 * Who may read the file in a field of a row: written from the capability matrix and the rules on proofs, independent of the scopes of the product,
 * with plain SQL of its own, so that the crawl compares two independent statements.
 */

export interface Reader {
  userId: string;
  role: RoleAlias;
  audience: string;
  orgId: string | null;
  entId: string | null;
  idNumberHash: string | null;
  assessorId: string | null;
}

/** The reason why a user may read a row. */
type Ground = "all" | "org" | "taught" | "self" | "assigned" | "ent" | "open" | "claimed" | "process" | "form" | "-";

const order: readonly RoleAlias[] = [
  "sysAdmin",
  "clerk",
  "firstReviewer",
  "secondReviewer",
  "finance",
  "leader",
  "auditor",
  "orgAdmin",
  "orgTeacher",
  "entAdmin",
  "student",
  "assessor",
];

/** One column for each role, in the order above. */
const table: Readonly<Record<string, string>> = {
  "Organisation.logoAttId": "all all all all all all all org org - open -",
  "OrganisationDocument.attId": "all all all all - all all org org - - -",
  "Classroom.attachmentList": "all all all - - all all org org - - -",
  "Plan.attachmentList": "all all all all all all all open open - - -",
  "CourseSubsidyFile.attachmentList": "all all all all all all all open open open - -",
  "Teacher.photoAttId": "all all all - - all all org self - - -",
  "TeacherHire.contractAttId": "all all all - - all all org self - - -",
  "TrainingClass.teachPlanAttId": "all all all all all all all org taught open open+self assigned+open",
  "EnterpriseClass.teachPlanAttId": "all all all all all all all - - ent self -",
  "Student.photoAttId": "all all all all all all all org taught - self assigned",
  "Student.categoryAttId": "- all claimed claimed - - - org - - self -",
  "SignUp.categoryAttId": "- all - - - - - org - ent self -",
  "StudentFee.invoiceAttId": "all all all all all all all org taught - self -",
  "SubsidyApplication.attachmentList": "all all all all all all all org - - - -",
  "SubsidyApplication.recoveryList": "all all all all all all all org - - - -",
  "EnterpriseSubsidyApplication.attachmentList": "all all all all all all all - - ent - -",
  "EnterpriseSubsidyApplication.recoveryList": "all all all all all all all - - ent - -",
  "PaymentEntry.documentList": "all all all all all all all org - - - -",
  "TestApplication.attachmentList": "all all all all - all all org taught - self assigned",
  "EnterpriseTestApplication.attachmentList": "all all all all - all all - - ent - assigned",
  "TestCandidate.photoAttId": "all all all - - all all org taught - self assigned",
  "Certificate.photoAttId": "all all all all all all all org taught - self -",
  "InjuryRecord.attachmentList": "all all all all - all all - - ent - -",
  "Investigation.attachmentList": "all all all all - all all - - ent - -",
  "Technician.attachmentList": "all all all all - all all - - ent self -",
  "JsyxRecord.attachmentList": "all all all all - all all org - ent self -",
  "Question.attId": "all all - - - - all org org - - all",
  "CompetitionNotice.attachmentList": "all all all all - all all open open open open open",
  "InspectedPerson.photoAttId": "all all all all - all all - - - - -",
  "FlowFormFile.attachmentList": "all form form form form all all form - form - -",
  "FlowOpinion.attachmentList": "all process process process process all all process - process - -",
  "WorkReport.attachmentList": "all all all all - all all org - ent - -",
  "TrainingProject.attachmentList": "all all all all all all all org - - - -",
  "TrainingBase.attachmentList": "all all all all all all all org - ent - -",
  "SkillTraining.attachmentList": "all all all all - all all org - ent - -",
  "StartupTraining.attachmentList": "all all all all - all all org - - - -",
  "SafetyTraining.attachmentList": "all all all all - all all org - ent - -",
  "HighSkillTraining.attachmentList": "all all all all - all all org - ent - -",
  "PreJobTraining.attachmentList": "all all all all - all all org - ent - -",
  "FileNotice.attachmentList": "all all all all all all all open open open open open",
  "TrainNews.coverAttId": "all all all all all all all open open open open open",
  "TrainNews.attachmentList": "all all all all all all all open open open open open",
  "SecondaryInfo.attachmentList": "all all all all all all all open open open open open",
  "Notice.attachmentList": "all all all all all all all open open open open open",
};

/** SQL that says whether a reason holds for a row (alias r); $1 the row, $2 what is known of the reader. */
const classOf: Readonly<Record<string, string>> = {
  TrainingClass: "r.id",
  TestCandidate: "(select a.class_id from test_application a where a.id = r.test_apply_id)",
};
const workRecords = [
  "WorkReport",
  "TrainingBase",
  "SkillTraining",
  "StartupTraining",
  "SafetyTraining",
  "HighSkillTraining",
  "PreJobTraining",
];
const orgOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(workRecords.map((entity) => [entity, "r.unit_id"])),
  // Submitted, it is also read by the institution that undertakes it.
  TrainingProject: "case when r.status = 'unSubmit' or r.unit_id = $2::bigint then r.unit_id else r.undertake_org end",
  JsyxRecord: "r.unit_id",
  Organisation: "r.id",
  TestCandidate: "(select a.org_id from test_application a where a.id = r.test_apply_id)",
};
const personOf: Readonly<Record<string, string>> = {
  TeacherHire: "(select p.id_number_hash from teacher p where p.id = r.teacher_id)",
  StudentFee: "(select s.id_number_hash from student s where s.id = r.student_id)",
};
const notLongAgo = (
  application: string,
) => `exists (select from assessor_assignment x where x.test_apply_id = ${application} and x.assessor_id = $2::bigint and x.is_deleted = 0
  and not exists (select from grade g where g.test_apply_id = x.test_apply_id and g.publish_time < now() - interval '30 days'))`;
const assigned: Readonly<Record<string, string>> = {
  TrainingClass: `exists (select from assessor_assignment x join test_application a on a.id = x.test_apply_id where a.class_id = r.id and a.is_deleted = 0 and x.assessor_id = $2::bigint and x.is_deleted = 0)`,
  TestApplication: notLongAgo("r.id"),
  EnterpriseTestApplication: notLongAgo("r.id"),
  TestCandidate: notLongAgo("r.test_apply_id"),
  Student: `exists (select from test_candidate k join assessor_assignment x on x.test_apply_id = k.test_apply_id where k.student_id = r.id and x.assessor_id = $2::bigint and x.is_deleted = 0 and k.is_deleted = 0)`,
};
const isShown = `r.publish_status = '1' and r.publish_time <= now() and (r.expire_date is null or r.expire_date >= current_date)`;
const open: Readonly<Record<string, string>> = {
  Organisation: `r.side = '1' and r.state = 'isUser'`,
  Plan: `r.is_release = '1'`,
  CourseSubsidyFile: "true",
  CompetitionNotice: "r.status = '1'",
  TrainingClass: `r.status = 'unCommit' and current_date between r.sign_start_date and r.sign_end_date`,
  Notice: `${isShown} and r.target && array[$2, 'public']::text[]`,
  FileNotice: isShown,
  TrainNews: isShown,
  SecondaryInfo: "r.is_sealed = '0'",
};
const ofDepartment = "r.unit_id in (select u.id from organisation u where u.dept_id = $2::bigint)";
const entOf: Readonly<Record<string, string>> = {
  InjuryRecord: "r.ent_id = $2::bigint",
  Technician: "r.ent_id = $2::bigint",
  JsyxRecord: `r.unit_id in (select u.id from organisation u where u.dept_id = $2::bigint)
    or (r.status = 'compile' and r.technician_id in (select k.id from technician k where k.ent_id = $2::bigint))`,
  Investigation: `r.ent_id = $2::bigint and r.investigate_kind <> '3'`,
  ...Object.fromEntries(
    ["EnterpriseClass", "EnterpriseSubsidyApplication", "EnterpriseTestApplication", ...workRecords].map((entity) => [
      entity,
      ofDepartment,
    ]),
  ),
};
const self: Readonly<Record<string, string>> = {
  TrainingClass: `exists (select from student s where s.class_id = r.id and s.id_number_hash = $2 and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`,
  JsyxRecord: `r.status = 'compile' and r.technician_id in (select k.id from technician k where k.id_number_hash = $2)`,
  EnterpriseClass: `exists (select from student s where s.class_id = r.id and s.id_number_hash = $2 and s.is_deleted = 0 and s.confirm_status <> 'Invalidate')`,
  TestApplication: `exists (select from test_candidate k where k.test_apply_id = r.id and k.id_number_hash = $2 and k.is_deleted = 0)`,
};
const targets: Readonly<Record<string, string>> = {
  bureau: "UsedByManage",
  institution: "UsedByOrg",
  enterprise: "enterprise",
  person: "UsedByPerson",
};
const tables: Readonly<Record<string, string>> = { TestCandidate: "test_candidate" };
const getTable = (entity: string): string =>
  tables[entity] ?? entity.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** Whoever started a process, did, has or delegated a task in it or may claim one, or was sent a copy; stand-ins see what their colleagues have. */
const tookPart = (role: RoleAlias) => `r.process_instance_id in (
  select i.id from flow_instance i where i.start_user = $2::bigint
  union select o.process_instance_id from flow_opinion o where o.create_user = $2::bigint
  union select c.process_instance_id from flow_copy c where c.user_id = $2::bigint and c.is_deleted = 0
  union select k.process_instance_id from flow_task k where k.is_deleted = 0 and (k.done_by = $2::bigint
    or (k.status = '0' and (k.candidates && array['${role}', 'user:' || $2]::text[]
      or exists (select from app_user u where u.id = $2::bigint and 'dept:' || u.dept_id = any(k.candidates))
      or exists (select from flow_stand_in s where 'user:' || s.user_id = any(k.candidates) and s.stand_in_id = $2::bigint and s.is_deleted = 0
        and current_date between s.start_date and s.end_date)))
    or (k.status = '1' and ($2::bigint in (k.assignee, k.owner) or exists (select from flow_stand_in s where s.user_id in (k.assignee, k.owner)
      and s.stand_in_id = $2::bigint and s.is_deleted = 0 and current_date between s.start_date and s.end_date)))))`;

/** Of who takes part, all read what a process was started with, and the rest who did or has a step at which the field is shown. */
const seesField = (role: RoleAlias) => `${tookPart(role)} and (r.is_open or exists (select from flow_task k
  where k.process_instance_id = r.process_instance_id and k.is_deleted = 0 and array[k.task_definition_key::text] <@ r.steps
    and (k.done_by = $2::bigint or (k.status = '1' and (k.assignee = $2::bigint or exists (select from flow_stand_in s where s.user_id = k.assignee
      and s.stand_in_id = $2::bigint and s.is_deleted = 0 and current_date between s.start_date and s.end_date))))))`;

/** The condition of a reason, and what is known of the reader. */
function findCondition(ground: Ground, entity: string, reader: Reader): [condition: string, known: string | null] {
  switch (ground) {
    case "all":
      return ["true or $2 = $2", ""];
    case "org":
      if (entity === "Teacher")
        return [
          "exists (select from teacher_hire h where h.teacher_id = r.id and h.org_id = $2::bigint and h.is_deleted = 0) or exists (select from organisation_teacher o where o.teacher_id = r.id and o.org_id = $2::bigint and o.is_deleted = 0)",
          reader.orgId,
        ];
      return [`${orgOf[entity] ?? "r.org_id"} = $2::bigint`, reader.orgId];
    case "taught": {
      const cls = classOf[entity] ?? "r.class_id";
      return [
        `exists (select from teacher p where p.id_number_hash = $2 and p.is_deleted = 0 and (exists (select from training_class c where c.id = ${cls} and c.head_teacher_id = p.id)
        or exists (select from lesson l where l.class_id = ${cls} and l.is_deleted = 0 and p.id in (l.teacher_id, l.assist_teacher_id))))`,
        reader.idNumberHash,
      ];
    }
    case "self":
      return [self[entity] ?? `${personOf[entity] ?? "r.id_number_hash"} = $2`, reader.idNumberHash];
    case "assigned":
      return [assigned[entity] ?? "false", reader.assessorId];
    case "ent":
      return [entOf[entity] ?? "r.ent_id = $2::bigint", reader.entId];
    case "open":
      return [`(${open[entity] ?? "false"}) and $2 = $2`, targets[reader.audience] ?? "public"];
    case "claimed":
      return [`r.subsidy_status not in ('none', 'unSubmit') and $2 = $2`, ""];
    case "process":
      return [tookPart(reader.role), reader.userId];
    case "form":
      return [seesField(reader.role), reader.userId];
    case "-":
      return ["false and $2 = $2", ""];
  }
}

/**
 * The rows whose file in this field a user may read.
 * @returns their ids
 * @throws where the table does not say who reads the files of a field
 */
export async function readableRows(
  pool: pg.Pool,
  reader: Reader,
  entity: string,
  field: string,
): Promise<ReadonlySet<string>> {
  const line = table[`${entity}.${field}`];
  if (!line) throw new Error(`${entity}.${field}: say in file-readers.ts who may read its files`);
  const found = new Set<string>();
  for (const ground of (line.split(" ")[order.indexOf(reader.role)] ?? "-").split("+") as Ground[]) {
    const [condition, known] = findCondition(ground, entity, reader);
    if (known === null) continue;
    // Rows of enterprises in a table of two sides are those of other entities.
    const side = getBaseTable(getTable(entity)) === getTable(entity) ? "1" : "2";
    const { rows } = await pool.query<{ id: string }>(
      `select r.id::text from ${getTable(entity)} r where r.is_deleted = 0 and coalesce(to_jsonb(r) ->> 'side', '${side}') = '${side}' and (${condition.replaceAll("$2", "$1")})`,
      [known],
    );
    for (const { id } of rows) found.add(id);
  }
  return found;
}
