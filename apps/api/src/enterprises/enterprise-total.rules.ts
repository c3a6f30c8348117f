import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import { unitPayeeIssue } from "@jipei/contract/providers/payee-account.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { today } from "../core/foundation/clock.ts";
import type { Draft } from "../core/entity/columns.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { Refusal, invalidValue } from "../core/foundation/refusal.ts";

type Facts = Draft<typeof EnterpriseTotal>;
type Field = keyof typeof EnterpriseTotal.fields;

const wrong = (field: Field, zh: string, en: string): Refusal => invalidValue(EnterpriseTotal, field, zh, en);

/** Rules of the fields among themselves. @throws FIELD_INVALID */
export function checkRecord(row: Facts): void {
  if (row.skilledCount > row.employeeCount)
    throw wrong("skilledCount", "不能大于职工总数", "cannot be above the number of employees");
  if (row.highSkilledCount > row.skilledCount)
    throw wrong("highSkilledCount", "不能大于技能人才数", "cannot be above the number of skilled workers");
  if (!/^([A-T]|[A-T]?\d{2,4})$/.test(row.industryCode))
    throw wrong("industryCode", "应为GB/T 4754代码，如C或C3311", "must be a code of GB/T 4754, such as C or C3311");
  const issue = unitPayeeIssue(row, row.entName);
  if (issue) throw wrong(issue.field, issue.zh, issue.en);
}

/** A record is filed for next year at the latest. @throws FIELD_INVALID */
export function assertYear({ year }: Facts): void {
  const last = Number(today().slice(0, 4)) + 1;
  if (year > last) throw wrong("year", `不能晚于${last}年`, `${last} at the latest`);
}

/** The enterprise that a record is about: that of the session, or the one that the bureau names. Neither it nor the year changes. @throws NOT_OWNER, FIELD_INVALID, FIELD_FROZEN */
export function getEnterprise(actor: Actor, row: Facts, old: StoredRow<typeof EnterpriseTotal> | null): string {
  if (old) {
    if (row.year !== old.year || (actor.audience === "bureau" && row.entId !== old.entId))
      throw new Refusal("FIELD_FROZEN", { field: { zh: "企业和年度", en: "enterprise and year" } });
    return old.entId;
  }
  if (actor.audience === "enterprise") {
    if (!actor.entId) throw new Refusal("NOT_OWNER");
    return actor.entId;
  }
  if (!row.entId) throw wrong("entId", "不能为空", "required");
  return row.entId;
}

/** The department is an enterprise, and the record bears its credit code. @throws FIELD_INVALID */
export async function assertOfDepartment(tx: Tx, deptId: string, { creditCode }: Facts): Promise<void> {
  const department = await tx
    .selectFrom("unit")
    .select(["deptCategory", "creditCode"])
    .where("id", "=", deptId)
    .where("isDeleted", "=", 0)
    .executeTakeFirst();
  if (department?.deptCategory !== "3") throw wrong("entId", "不是企业", "is no enterprise");
  if (department.creditCode && department.creditCode !== creditCode)
    throw wrong(
      "creditCode",
      `须与单位登记的代码${department.creditCode}一致`,
      `must be ${department.creditCode}, the code of the unit`,
    );
}

/** A record of the enterprise of a later year, as far as it is asked for: what follows from the latest one does not change with this one. */
export const laterRecord = (db: Db, { entId, year }: Pick<StoredRow<typeof EnterpriseTotal>, "entId" | "year">) =>
  db
    .selectFrom("enterpriseTotal")
    .where("entId", "=", entId)
    .where("year", ">", year)
    .where("isDeleted", "=", 0)
    .limit(1);
