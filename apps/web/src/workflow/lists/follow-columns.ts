import type { FlowFollowRow } from "@jipei/contract/workflow/flow-follow.ts";
import type { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

type Sent = NonNullable<(typeof workCalls.sendList)["output"]["$value"]>["records"][number];
export type FollowRow = FlowFollowRow & Pick<Sent, "currentTasks">;

/** The steps at which a process stands, each with who has it. */
const where = ({ currentTasks }: Pick<FollowRow, "currentTasks">): string =>
  joinNames(
    (currentTasks ?? []).map(({ taskName, assigneeName }) =>
      assigneeName ? `${taskName} · ${assigneeName}` : taskName,
    ),
  );

export const standing = {
  key: "currentTasks",
  title: ["当前环节", "Where it stands"],
  width: 200,
  render: where,
} as const;

export const followColumns = [
  { field: "title", width: 260 },
  "status",
  standing,
  "processDefinitionName",
  "startUserName",
  "startTime",
  "endTime",
  "ending",
] as const;
export const followSearch = ["title", "processDefinitionName", "category", "status", "ending", "startTime"] as const;
