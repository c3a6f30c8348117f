import { PolicyChange, policyChangeCalls as calls } from "@jipei/contract/policy/policy-change.ts";
import { Parameter } from "@jipei/contract/settings/parameter.ts";
import { sql } from "kysely";
import { derived } from "../core/database/sql.ts";
import { withHistory } from "../core/entity/audit.ts";
import { type CrudOptions, crud } from "../core/entity/crud.ts";
import { moveRoute } from "../core/entity/transition.ts";
import { exporter } from "../core/excel/export.ts";
import { type Domain, reads, writes } from "../core/http/implement.ts";
import { ascending, descending } from "../core/list/order.ts";
import { policyTimer } from "./due-changes.ts";
import { approveChanges, policyChangeLifecycle as life, policyChangeScope } from "./policy-change.lifecycle.ts";
import { pendingChangeSql } from "./policy.queries.ts";

const rows = {
  entity: PolicyChange,
  resource: "policy_change",
  scope: policyChangeScope,
  // Those that wait first.
  order: [ascending(sql`(t.state <> 'waiting')`), descending(sql`t.create_time`), descending(sql`t.id`)],
  detail: withHistory(PolicyChange),
} satisfies CrudOptions;
const { list, detail } = crud(rows);
const sheet = exporter(PolicyChange, calls.export, rows);

export const policy: Domain = {
  name: "policy",
  owners: [rows],
  // Parameters lie below this domain, and know nothing of changes.
  derived: [derived(Parameter, "policyChangeId", pendingChangeSql("Parameter"))],
  routes: [
    sheet,
    reads(calls.list, list),
    reads(calls.detail, detail),
    writes(calls.approve, approveChanges),
    moveRoute(calls.refuse, life, "refuse"),
    moveRoute(calls.withdraw, life, "withdraw"),
  ],
  timers: [policyTimer],
  constraints: {
    policy_change_open: "DUPLICATE",
    policy_change_two_persons: "SELF_REVIEW",
    policy_change_stays: "STATE_ILLEGAL",
    policy_by_two: "SECOND_PERSON",
  },
};
