import { jobTransfer, preJob } from "@jipei/contract/training/enterprise-class.ts";
import { EnterpriseStudent } from "@jipei/contract/training/enterprise-student.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { addMonths } from "../../core/foundation/clock.ts";
import { type Failure, InvalidFields, invalidValue } from "../../core/foundation/refusal.ts";

interface Employed {
  entryDate: string;
  contractStart: string;
  contractEnd?: string | null;
}

/** @throws FIELD_INVALID for a contract that ends before it begins */
export function assertEmployed({ contractStart, contractEnd }: Employed): void {
  if (contractEnd && contractEnd < contractStart)
    throw invalidValue(EnterpriseStudent, "contractEnd", "不能早于合同起始", "may not be before the contract begins");
}

/** Months before the class in which somebody in pre-job training has joined. */
const newcomerMonths = 12;

interface Trained {
  id: string;
  name: string;
  entryDate: string;
  isTransfer: string | null;
}

/** What the kind of training asks of each of the staff: newcomers in pre-job training, a change of post in transfer training. */
function findIssue(
  { entryDate, isTransfer }: Trained,
  { trainKind, startDate }: { trainKind: string; startDate: string },
): readonly [field: string, zh: string, en: string] | null {
  if (trainKind === preJob && entryDate < addMonths(startDate, -newcomerMonths))
    return [
      "entryDate",
      `入职日期须在开班前${newcomerMonths}个月内`,
      `must have joined within ${newcomerMonths} months before the class`,
    ];
  return trainKind === jobTransfer && isTransfer !== "1"
    ? ["isTransfer", "转岗培训学员须为转岗人员", "must change the post"]
    : null;
}

/** Everybody on the roster fits the kind of training. @throws FIELD_INVALID naming each who does not */
export async function assertStaffFits(
  tx: Tx,
  cls: { id: string; trainKind: string; startDate: string },
): Promise<void> {
  const { rows } = await sql<Trained>`
    select id, name, entry_date, is_transfer from student where class_id = ${cls.id} and is_deleted = 0 and confirm_status <> 'Invalidate' order by id`.execute(
    tx,
  );
  const failures = rows.flatMap((row): Failure[] => {
    const wrong = findIssue(row, cls);
    return wrong
      ? [
          {
            errorCode: "FIELD_INVALID",
            id: row.id,
            field: wrong[0],
            msg: `${row.name}：${wrong[1]}`,
            msgEn: `${row.name} ${wrong[2]}`,
          },
        ]
      : [];
  });
  if (failures.length > 0) throw new InvalidFields(failures);
}
