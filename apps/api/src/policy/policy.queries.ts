import type { PolicySubject } from "@jipei/contract/policy/policy-change.ts";

/** Saves of what decides about money: by two people. */
export { policyControlled } from "./policy-controlled.ts";
export { policyChangesWaiting } from "./home-rows.ts";

/** SQL of the change of a row (alias `t`) that waits for a second person or for its day. @param subject as the changes name it */
export const pendingChangeSql = (subject: PolicySubject): string =>
  `select p.id from policy_decision p where p.subject = '${subject}' and p.subject_id = t.id::text and p.state in ('waiting', 'scheduled') and p.is_deleted = 0`;
