import type { Call } from "@jipei/contract/core/call.ts";
import { entity } from "@jipei/contract/core/entity.ts";
import { datetime } from "@jipei/contract/core/fields/field.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { type ReactNode, useState } from "react";
import type { InputOf } from "../../core/api/call-input.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import { chinaNow, formatDateTime } from "../../core/format/dates.ts";
import { useLabel } from "../../core/i18n/language.ts";
import "../../core/format/status-tag.css";
import { can, useSession } from "../../core/session/session.ts";

/** When something is published. */
const Schedule = entity(
  "Schedule",
  "定时发布",
  "Schedule",
  { publishTime: datetime("发布时间", "Published", "required") },
  { title: "publishTime" },
);
const words = ["定时发布", "Publish later"] as const;

interface Published {
  id: string;
  publishStatus: string | null;
  publishTime: string | null;
}

/**
 * Publication at a later time, for rows that are not published. Mount `dialog` once.
 * @param permission the right that it needs
 * @param inputOf the input of the call for a row and a time
 */
export function useSchedule<R extends Published, S>(
  call: Call<S, unknown>,
  permission: PermissionKey,
  inputOf: (row: R, publishTime: string) => InputOf<S>,
): { actionsOf: (row: R, reload: () => void) => RowAction[]; dialog: ReactNode } {
  const label = useLabel();
  const session = useSession();
  const [asked, setAsked] = useState<{ row: R; reload: () => void } | null>(null);
  const isAllowed = can(permission, session);
  return {
    actionsOf: (row, reload) =>
      isAllowed && row.publishStatus !== "1"
        ? [{ key: "schedule", label: label(words), run: () => setAsked({ row, reload }) }]
        : [],
    dialog: asked && (
      <FormDialog
        open
        title={label(words)}
        entity={Schedule}
        sections={[{ fields: ["publishTime"] }]}
        row={null}
        draftOf={asked.row.id}
        submit={call}
        inputOf={(_input, { publishTime }) => inputOf(asked.row, publishTime ?? "")}
        doneText={label(["已设定发布时间", "Scheduled"])}
        onDone={asked.reload}
        onClose={() => setAsked(null)}
      />
    ),
  };
}

/** When something is or will be published; what nobody sees yet is marked. */
export function PublishTime({ row: { publishStatus, publishTime } }: { row: Published }) {
  const label = useLabel();
  if (!publishTime) return null;
  const time = formatDateTime(publishTime);
  if (publishStatus !== "1" || publishTime <= chinaNow()) return time;
  return (
    <>
      {time} <span className="status-tag tone-waiting">{label(["未到时间", "Not yet"])}</span>
    </>
  );
}
