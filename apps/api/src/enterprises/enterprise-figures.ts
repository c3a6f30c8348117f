import { EnterpriseTotal } from "@jipei/contract/enterprises/enterprise-total.ts";
import { parameters } from "@jipei/contract/settings/parameters.ts";
import { type DerivedField, derived } from "../core/database/sql.ts";

/** Attendance in percent from which somebody has finished a class. */
const leastAttendance = `coalesce((select l.param_value::numeric from setting l where l.param_key = 'attendance.min'), ${parameters["attendance.min"].value})`;

/** What an enterprise has trained and been paid in the year of a record (alias `t`): staff at institutions, money to the enterprise itself. */
export const figures = {
  trainedCount: `select count(*)::int from staff_training s where s.ent_id = t.ent_id and s.year = t.year and s.end_date < current_date and s.attendance_rate >= ${leastAttendance}`,
  certCount: `select count(distinct s.id_number_hash)::int from staff_training s join diploma d on d.id = s.cert_id and d.is_valid = 'isValid' where s.ent_id = t.ent_id and extract(year from d.issue_date) = t.year`,
  subsidyAmount: `select coalesce(sum(c.pay_amount - coalesce(c.recovered_amount, 0)), 0)::numeric(14,2) from claim c where c.org_id = t.unit_id and c.pay_status in ('3', '5') and extract(year from c.pay_date) = t.year`,
};

export const enterpriseDerived: readonly DerivedField[] = [
  derived(EnterpriseTotal, "trainedCount", figures.trainedCount),
  derived(EnterpriseTotal, "certCount", figures.certCount),
  derived(EnterpriseTotal, "subsidyAmount", figures.subsidyAmount),
];
