import type { FieldName } from "@jipei/contract/core/entity.ts";
import { issue } from "@jipei/contract/core/issue.ts";
import { EnterpriseStudent } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { RowIssue } from "../../core/excel/import/import-definition.ts";
import type { Stage } from "../../core/excel/import/import-stage.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { AgeLimits } from "../roster/person-rules.ts";
import { type OwnUnit } from "../../providers/providers.queries.ts";
import { type StaffFacts, askAboutStaff, limitAsked, getRegisterTime, getStaffFacts } from "./staff-registers.ts";

type Name = FieldName<typeof EnterpriseStudent>;
type Wrong = RowIssue<Name>;

/** What the checks of all rows need. */
export interface StaffContext {
  unit: OwnUnit;
  classId: string;
  className: string;
  startDate: string;
  ages: AgeLimits;
  day: string;
}

/** The live roster row (`t`) of a staged person (`s`). */
export const same = sql`t.class_id = s.class_id and t.id_number_hash = s.id_number_hash and t.is_deleted = 0 and t.confirm_status <> 'Invalidate'`;
/** Nothing is filled in for whoever is in the class already: of them the import changes what the sheet says, and nothing else. */
const isNew = sql`not exists (select from enterprise_student t where ${same})`;

/** People asked about between two reports of progress. */
const atOnce = 50;

/** Twice in the sheet, another name in the register; and what neither sheet nor registers nor an earlier class say. */
export async function verifyStaff(
  tx: Tx,
  actor: Actor,
  _stage: Stage,
  context: StaffContext,
  app: Services,
  checked: (part: number) => Promise<void>,
): Promise<readonly Wrong[]> {
  const found: Wrong[] = await findDuplicates(tx);
  await fillFromEarlier(tx, context);
  const { rows } = await sql<{ line: number; name: string; idNumber: string }>`
    select line, name, id_number from import_stage order by line`.execute(tx);
  await limitAsked(app, actor, rows.length);
  for (let start = 0; start < rows.length; start += atOnce) {
    const people = rows
      .slice(start, start + atOnce)
      .map((row) => ({ ...row, idNumber: app.cipher.decrypt(row.idNumber) }));
    const answers = await askAboutStaff(app, actor, context.unit, people);
    const facts = answers.map((answer) => getStaffFacts(answer, context.unit));
    found.push(...people.flatMap(({ line }, index) => findMismatch(line, facts[index])));
    await fillFromRegisters(
      tx,
      people.map(({ line }, index) => {
        const answer = answers[index];
        return {
          line,
          ...facts[index],
          registerTime: answer ? getRegisterTime(answer) : null,
          insuredEvidence: answer?.insured.id ?? null,
          contractEvidence: answer?.contract.id ?? null,
        };
      }),
    );
    await checked(Math.min(1, (start + atOnce) / rows.length));
  }
  return [...found, ...(await findMissing(tx)), ...(await findShortContracts(tx))];
}

const findMismatch = (line: number, facts: StaffFacts | undefined): Wrong[] =>
  facts?.isSame === false
    ? [
        {
          row: line,
          field: "name",
          issue: issue("ID_MISMATCH", "姓名与证件号码不一致", "Name and ID number do not match"),
        },
      ]
    : [];

async function findDuplicates(tx: Tx): Promise<Wrong[]> {
  const { rows } = await sql<{ line: number; first: number }>`
    select s.line, f.first from (select id_number_hash, min(line) as first from import_stage group by id_number_hash having count(*) > 1) f
      join import_stage s using (id_number_hash) where s.line > f.first`.execute(tx);
  return rows.map(({ line, first }) => ({
    row: line,
    field: "idNumber",
    issue: issue("DUPLICATE", `证件号码与第${first}行重复`, `ID number is the same as in row ${first}`),
  }));
}

/** What the enterprise said of somebody when they were trained before, where the sheet says nothing. */
async function fillFromEarlier(tx: Tx, { unit }: StaffContext): Promise<void> {
  await sql`
    update import_stage s set education = coalesce(s.education, e.education), phone = coalesce(s.phone, e.phone),
      phone_hash = coalesce(s.phone_hash, e.phone_hash), post_name = coalesce(s.post_name, e.post_name)
    from (select distinct on (id_number_hash) id_number_hash, education, phone, phone_hash, post_name from enterprise_student
      where unit_id = ${unit.id} and is_deleted = 0 order by id_number_hash, id desc) e where e.id_number_hash = s.id_number_hash and ${isNew}`.execute(
    tx,
  );
}

interface Filling extends Partial<StaffFacts> {
  line: number;
  registerTime: string | null;
  insuredEvidence: string | null;
  contractEvidence: string | null;
}

async function fillFromRegisters(tx: Tx, facts: readonly Filling[]): Promise<void> {
  await sql`
    update import_stage s set is_insured = f.insured, insured_since = f.since, is_contract = f.contract, register_time = f.asked,
      insured_evidence_id = f.insured_evidence, contract_evidence_id = f.contract_evidence,
      contract_end = case when s.contract_start is null then coalesce(s.contract_end, f.ends) else s.contract_end end,
      contract_start = coalesce(s.contract_start, f.starts), entry_date = coalesce(s.entry_date, f.since, f.starts)
    from jsonb_to_recordset(${JSON.stringify(
      facts.map((fact) => ({
        line: fact.line,
        insured: fact.isInsured ?? null,
        since: fact.insuredSince ?? null,
        contract: fact.isContract ?? null,
        starts: fact.contractStart ?? null,
        ends: fact.contractEnd ?? null,
        asked: fact.registerTime,
        insured_evidence: fact.insuredEvidence,
        contract_evidence: fact.contractEvidence,
      })),
    )}::jsonb) as f (line int, insured text, since date, contract text, starts date, ends date, asked timestamp, insured_evidence bigint, contract_evidence bigint)
    where f.line = s.line and ${isNew}`.execute(tx);
}

/** Contracts that would end before they begin, also by what is known of somebody in the class already. */
async function findShortContracts(tx: Tx): Promise<Wrong[]> {
  const { rows } = await sql<{ line: number }>`
    select s.line from import_stage s left join enterprise_student t on ${same}
    where coalesce(s.contract_end, t.contract_end) < coalesce(s.contract_start, t.contract_start) order by s.line`.execute(
    tx,
  );
  return rows.map(({ line }) => ({
    row: line,
    field: "contractEnd",
    issue: issue("CONTRACT_ORDER", "合同终止日期不能早于合同起始日期", "The contract may not end before it begins"),
  }));
}

/** Columns that nobody else may fill. */
const asked = ["education", "phone", "postName", "entryDate", "contractStart"] as const satisfies readonly Name[];

/** What nobody knows is asked for, cell by cell. */
async function findMissing(tx: Tx): Promise<Wrong[]> {
  const { rows } = await sql<{ line: number; empty: string[] }>`
    select line, array_remove(array[case when education is null then 'education' end, case when phone is null then 'phone' end, case when post_name is null then 'postName' end,
      case when entry_date is null then 'entryDate' end, case when contract_start is null then 'contractStart' end], null) as empty
    from import_stage s where (education is null or phone is null or post_name is null or entry_date is null or contract_start is null) and ${isNew} order by line`.execute(
    tx,
  );
  return rows.flatMap(({ line, empty }) =>
    asked
      .filter((name) => empty.includes(name))
      .map((name): Wrong => {
        const { zh, en } = EnterpriseStudent.fields[name];
        return {
          row: line,
          field: name,
          issue: issue("REQUIRED", `登记信息中没有，请填写${zh}`, `No register knows it, please fill in: ${en}`),
        };
      }),
  );
}
