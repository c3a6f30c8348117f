import { fillStatus } from "../core/fields/codes.ts";
import { machine } from "../core/machine.ts";
import type { RoleAlias } from "../core/roles.ts";
import type { ReviewedEntity } from "./two-reviews.ts";

/**
 * Filing and two reviews, the same for all kinds, and for the study of a technician. A completed record goes back only by the second reviewer.
 * @param filers roles that report this kind
 */
export const recordMachine = <const R extends string>(
  { name, zh, en }: ReviewedEntity,
  resource: R,
  filers: readonly RoleAlias[],
) =>
  machine({
    name: "workRecord",
    zh,
    en,
    entity: name,
    field: "status",
    resource,
    states: fillStatus,
    initial: "unSubmit",
    actions: {
      commit: { zh: "提交", en: "Submit", from: ["unSubmit", "back"], to: "firstTrial", by: filers, collect: true },
      firstCommit: {
        zh: "初审通过",
        en: "Pass first review",
        from: ["firstTrial"],
        to: "reTrial",
        by: ["firstReviewer"],
        opinion: true,
        notOwn: true,
      },
      return: {
        zh: "初审退回",
        en: "Return",
        from: ["firstTrial"],
        to: "back",
        by: ["firstReviewer"],
        reason: true,
        danger: true,
      },
      reCommit: {
        zh: "复审通过",
        en: "Pass second review",
        from: ["reTrial"],
        to: "compile",
        by: ["secondReviewer"],
        opinion: true,
        notOwn: true,
      },
      reReturn: {
        zh: "复审退回",
        en: "Return from second review",
        from: ["reTrial", "compile"],
        to: "back",
        by: ["secondReviewer"],
        reason: true,
        danger: true,
      },
    },
  });
/** Their moves. */
export type RecordMove = keyof ReturnType<typeof recordMachine>["actions"];
