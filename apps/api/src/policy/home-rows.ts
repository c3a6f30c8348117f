import { PolicyChange } from "@jipei/contract/policy/policy-change.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";

/** Changes that wait for a decision, and since when; not those that the user proposed. */
export const policyChangesWaiting: HomeRows = (actor) =>
  sql`select t.create_time as since from policy_change t where ${liveRows(PolicyChange, actor)} and t.state = 'waiting' and t.create_user <> ${actor.userId}`;
