import { codeList } from "../core/fields/field.ts";
import { machine } from "../core/machine.ts";

export const policyState = codeList("POLICY_STATE", "审批状态", "State of a policy change", {
  waiting: ["待审批", "Waiting", "waiting"],
  scheduled: ["已批准，待生效", "Approved, not yet in force", "busy"],
  inForce: ["已生效", "In force", "good"],
  refused: ["已驳回", "Refused", "bad"],
  withdrawn: ["已撤回", "Withdrawn"],
});

/** One person proposes a change of what decides about money, another one approves it. */
export const policyChangeMachine = machine({
  name: "policyChange",
  zh: "政策变更",
  en: "Policy change",
  entity: "PolicyChange",
  field: "state",
  resource: "policy_change",
  states: policyState,
  initial: "waiting",
  actions: {
    approve: {
      zh: "批准",
      en: "Approve",
      from: ["waiting"],
      // At once, or on the day from which it is to count.
      to: ["inForce", "scheduled"],
      by: ["sysAdmin", "clerk", "leader"],
      notOwn: true,
    },
    refuse: {
      zh: "驳回",
      en: "Refuse",
      from: ["waiting"],
      to: "refused",
      by: ["sysAdmin", "clerk", "leader"],
      permission: "policy_change_approve",
      notOwn: true,
      reason: true,
      danger: true,
    },
    /** By the proposer; what is approved and not yet in force by anybody who may propose. */
    withdraw: {
      zh: "撤回",
      en: "Withdraw",
      from: ["waiting", "scheduled"],
      to: "withdrawn",
      by: ["sysAdmin", "clerk"],
      danger: true,
    },
  },
});
