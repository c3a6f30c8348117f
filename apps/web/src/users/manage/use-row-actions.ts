import { fourEyesCalls } from "@jipei/contract/users/four-eyes.ts";
import type { UserRow } from "@jipei/contract/users/user.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { mayCall } from "../../core/session/may-call.ts";
import { can, useSession } from "../../core/session/session.ts";
import { grantName, type UserAction, userActionWords } from "./user-action-words.ts";

interface Dialogs {
  ask: (action: UserAction, rows: readonly UserRow[]) => void;
  grant: (rows: readonly UserRow[]) => void;
  askTwo: (row: UserRow) => void;
  showPlatform: (row: UserRow) => void;
}

/** Actions on a user of the list, by the permissions of the current user and the state of the listed one. Most of them are not offered for oneself. */
export function useRowActions(dialogs: Dialogs): (row: UserRow) => RowAction[] {
  const label = useLabel();
  const session = useSession();
  const may = (right: "edit" | "reset_password" | "reset_factor" | "unlock") => can(`user_${right}`, session);
  const mayAsk = mayCall(fourEyesCalls.askRoles, session);
  return (row) => {
    const self =
      row.id === session.info?.userId ? label(["不能对本人操作", "Not possible for your own account"]) : null;
    const { status } = row;
    const to = (key: UserAction): RowAction => ({
      key,
      label: label(userActionWords[key].name),
      run: () => dialogs.ask(key, [row]),
    });
    const offered: readonly [offered: boolean, RowAction][] = [
      [
        may("edit") && status !== "0" && status !== "4",
        { key: "grant", label: label(grantName), disabled: self, run: () => dialogs.grant([row]) },
      ],
      [may("reset_password"), to("reset")],
      [may("reset_factor"), { ...to("factor"), disabled: self }],
      [may("unlock") && status === "3", to("unlock")],
      [
        mayAsk && status === "1",
        {
          key: "two",
          label: label(["双人复核", "Two-person request"]),
          disabled: self,
          run: () => dialogs.askTwo(row),
        },
      ],
      [true, { key: "platform", label: label(["平台信息", "Platform data"]), run: () => dialogs.showPlatform(row) }],
      [may("edit") && (status === "1" || status === "3"), { ...to("disable"), danger: true, disabled: self }],
      [may("edit") && status === "2", to("enable")],
    ];
    return offered.flatMap(([isOffered, action]) => (isOffered ? [action] : []));
  };
}
