import type { UserRow } from "@jipei/contract/users/user.ts";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { can, useSession } from "../../core/session/session.ts";
import type { UserAction } from "./user-actions.tsx";

interface Options {
  ask: (action: UserAction, rows: readonly UserRow[]) => void;
  onGrant: (row: UserRow) => void;
  onTwo: (row: UserRow) => void;
  onPlatform: (row: UserRow) => void;
}

/** Actions on a user of the list, by the permissions of the current user and the state of the listed one. Most of them are not offered for oneself. */
export function useRowActions({ ask, onGrant, onTwo, onPlatform }: Options): (row: UserRow) => RowAction[] {
  const label = useLabel();
  const session = useSession();
  const may = (right: string) => can(`user_${right}`, session);
  const mayAsk = can("four_eyes_ask", session);
  return (row) => {
    const self = row.id === session.info?.userId ? label(["不能对本人操作", "Not for yourself"]) : null;
    const { status } = row;
    const offered: readonly [offered: boolean, RowAction][] = [
      [
        may("edit") && status !== "0" && status !== "4",
        { key: "grant", label: label(["授权", "Roles"]), disabled: self, run: () => onGrant(row) },
      ],
      [
        may("reset_password"),
        { key: "reset", label: label(["重置密码", "Reset password"]), run: () => ask("reset", [row]) },
      ],
      [
        may("reset_factor"),
        {
          key: "factor",
          label: label(["重置两步验证", "Reset second factor"]),
          disabled: self,
          run: () => ask("factor", [row]),
        },
      ],
      [
        may("unlock") && status === "3",
        { key: "unlock", label: label(["解锁", "Unlock"]), run: () => ask("unlock", [row]) },
      ],
      [
        mayAsk && status === "1",
        { key: "two", label: label(["双人复核", "Second person"]), disabled: self, run: () => onTwo(row) },
      ],
      [true, { key: "platform", label: label(["平台信息", "Platform data"]), run: () => onPlatform(row) }],
      [
        may("edit") && (status === "1" || status === "3"),
        {
          key: "disable",
          label: label(["停用", "Disable"]),
          danger: true,
          disabled: self,
          run: () => ask("disable", [row]),
        },
      ],
      [
        may("edit") && status === "2",
        { key: "enable", label: label(["启用", "Enable"]), run: () => ask("enable", [row]) },
      ],
    ];
    return offered.flatMap(([isOffered, action]) => (isOffered ? [action] : []));
  };
}
