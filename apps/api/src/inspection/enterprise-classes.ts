import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { EnterpriseClass } from "@jipei/contract/training/enterprise-class.ts";
import { sql } from "kysely";
import { reads } from "../core/http/implement.ts";
import { listPage } from "../core/list/list.ts";
import { enterpriseClassRows } from "../training/training.queries.ts";

const withInvestigations = {
  ...enterpriseClassRows,
  where: [sql`t.confirm_status = 'Confirm'`],
  columns: sql<{
    investigateCount: number;
    verifiedCount: number;
  }>`(select count(*)::int from investigation i where i.class_id = t.id and i.is_deleted = 0) as "investigateCount",
    (select count(*)::int from investigation i where i.class_id = t.id and i.fill_status = '2' and i.is_deleted = 0) as "verifiedCount"`,
};

/** Approved classes of enterprises with the number of their investigations. */
export const classAndInvestigate = reads(calls.getClassAndInvestigate, (_db, actor, query, app) =>
  listPage(app, actor, EnterpriseClass, query, withInvestigations),
);
