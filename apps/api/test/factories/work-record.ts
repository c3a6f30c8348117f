import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import type { WorkPeriod } from "@jipei/contract/work-records/work-period.ts";
import type { recordCalls } from "@jipei/contract/work-records/work-record.ts";
import { workReportKind } from "@jipei/contract/work-records/work-report.ts";
import { sql } from "kysely";
import { syntheticCreditCode } from "../../seed/synthetic-unit.ts";
import { today } from "../../src/core/foundation/clock.ts";
import type { TestApp, TestUser } from "../support/test-app.ts";

type RecordCalls = ReturnType<typeof recordCalls>;

/** The month that is running, as a period. */
export const thisMonth = (): { workYear: number; workPeriod: WorkPeriod } => ({
  workYear: Number(today().slice(0, 4)),
  workPeriod: today().slice(5, 7) as WorkPeriod,
});

/** What every kind asks for, in a month in which nothing was trained. */
export const counts = { ...thisMonth(), finishedCount: 0, passCount: 0, certCount: 0 };

/** The monthly report of a unit. */
export const monthly = (more: object = {}) => ({ ...counts, workKind: "1", trainedCount: 0, ...more });

export const saveRecord = async (user: TestUser, values: object, calls: RecordCalls = workReportKind.calls) =>
  (await user.call(calls.submit, values as never)).id;

/** Moves a record as clients do: by the state that it shall have. */
export const moveRecord = (
  user: TestUser,
  id: string,
  status: string,
  more: object = {},
  calls = workReportKind.calls,
) => user.attempt(calls.submit, { id, status, ...more } as never);

/** A report that has passed both reviews. */
export async function aCompletedRecord(
  app: TestApp,
  user: TestUser,
  values: object,
  calls: RecordCalls = workReportKind.calls,
) {
  const id = await saveRecord(user, { ...values, status: "firstTrial" }, calls);
  await app.as("firstReviewer").call(calls.submit, { id, status: "reTrial" } as never);
  await app.as("secondReviewer").call(calls.submit, { id, status: "compile" } as never);
  return id;
}

let made = 0;
/** An enterprise with its administrator. @param isFiled whether it has filed its record, and with it has a unit */
export async function anEnterprise(app: TestApp, isFiled = true): Promise<TestUser> {
  const n = ++made;
  const entName = `填报机械有限公司${n}`;
  const creditCode = syntheticCreditCode(800 + n, "91");
  const { rows } = await sql<{ id: string }>`
    insert into department (org_name, dept_category, credit_code, sort, create_user, update_user) values (${entName}, '3', ${creditCode}, 0, 1, 1) returning id`.execute(
    app.db,
  );
  const entId = rows[0]?.id as string;
  const admin = app.as("entAdmin", { entId, deptId: entId });
  if (isFiled)
    await admin.call(enterpriseTotalCalls.submit, {
      entName,
      creditCode,
      year: counts.workYear,
      regionCode: "320481",
      industryCode: "C3311",
      entScale: "3",
      isHighRisk: "0",
      address: "工业路1号",
      legalPerson: "赵一",
      contact: "钱二",
      contactPhone: "13912345678",
      employeeCount: 120,
      skilledCount: 40,
      highSkilledCount: 10,
    } as never);
  return admin;
}
