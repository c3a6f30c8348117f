import { sql } from "kysely";
import type { Scope } from "../../core/database/rows.ts";
import type { Condition } from "../../core/database/sql.ts";
import { type Actor, may } from "../../core/foundation/actor.ts";

/** Under these names a task knows who may claim it: a user, the department of a user, the alias of a role. */
export const candidateNames = ({ userId, deptId, roles }: Actor): string[] => [
  `user:${userId}`,
  ...(deptId === null ? [] : [`dept:${deptId}`]),
  ...roles,
];

/** Whether an actor is among those whom a task or a process names. */
export const isNamed = (actor: Actor, names: readonly string[]): boolean =>
  candidateNames(actor).some((name) => names.includes(name));

/** The stand-ins (`s`) by which a user acts for absent colleagues today. */
const ofToday = (userId: string): Condition => sql`flow_stand_in s
  where s.stand_in_id = ${userId} and s.is_deleted = 0 and current_date between s.start_date and s.end_date`;

/** Ids of the colleagues for whom a user acts today, the user among them. */
export const actedFor = (userId: string): Condition =>
  sql`array(select ${userId}::bigint union all select s.user_id from ${ofToday(userId)})`;

/**
 * Whether candidates are an actor, or name an absent colleague for whom they act. Departments and roles of that colleague count for nothing: there
 * are others who have them. Two conditions, so that the planner knows how many tasks the first one leaves.
 */
export const isCandidate = (actor: Actor, candidates: Condition): Condition =>
  sql`(${candidates} && ${candidateNames(actor)}::text[]
    or ${candidates} && array(select 'user:' || s.user_id from ${ofToday(actor.userId)}))`;

// Each condition names the state by itself, so that the index of these rows alone is used.
export const claimable: Scope = (actor) => sql`t.status = '0' and ${isCandidate(actor, sql`t.candidates`)}`;
export const todo: Scope = ({ userId }) => sql`t.status = '1' and t.assignee = any(${actedFor(userId)})`;
export const done: Scope = ({ userId }) => sql`t.status = '2' and t.done_by = ${userId}`;
/** What an actor, or who they stand in for, delegated and can take back. */
export const delegated: Scope = ({ userId }) =>
  sql`t.status = '1' and t.owner is not null and t.owner = any(${actedFor(userId)})`;

/** Whether an actor looks after all processes. */
export const followsAll = (actor: Actor): boolean => actor.audience === "bureau" && may(actor, "flow_follow_view");

/** Tasks that an actor sees: their own, those too that they delegated, and all for who follows processes. */
export const taskScope: Scope = (actor) =>
  followsAll(actor)
    ? sql`true`
    : sql`((${claimable(actor)}) or (${todo(actor)}) or (${done(actor)}) or (${delegated(actor)}))`;

/** Processes that an actor sees: those that they started, took part in, or were sent a copy of. */
export const instanceScope: Scope = (actor) => {
  const { userId } = actor;
  return followsAll(actor)
    ? sql`true`
    : sql`(t.start_user = ${userId}
      or exists (select from flow_opinion o where o.process_instance_id = t.id and o.create_user = ${userId})
      or exists (select from flow_copy c where c.process_instance_id = t.id and c.user_id = ${userId} and c.is_deleted = 0)
      or exists (select from flow_task f where f.process_instance_id = t.id and f.is_deleted = 0
        and (f.done_by = ${userId} or (f.status = '1' and f.assignee = any(${actedFor(userId)}))
          or (f.status = '1' and f.owner is not null and f.owner = any(${actedFor(userId)}))
          or (f.status = '0' and ${isCandidate(actor, sql`f.candidates`)}))))`;
};

/** Rows that belong to a process which an actor sees. */
export const ofSeenProcess: Scope = (actor) =>
  sql`t.process_instance_id in (select t.id from flow_instance t where ${instanceScope(actor)})`;
