import { Alert } from "antd";
import { useLabel } from "../../core/i18n/language.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

interface Props {
  lockedUntil?: string | null;
  roles?: readonly { roleId: string; roleName: string; endDate?: string | null }[];
}

/** What passes by itself: the lock on an account, and roles lent to it. */
export function UserState({ lockedUntil, roles = [] }: Props) {
  const label = useLabel();
  const lent = roles.filter(({ endDate }) => endDate);
  return (
    <>
      {lockedUntil && (
        <Alert
          type="warning"
          showIcon
          title={label(["登录失败次数过多，已锁定", "Locked after too many wrong passwords"])}
          description={label([`${lockedUntil} 自动解锁`, `Unlocks by itself at ${lockedUntil}`])}
        />
      )}
      {lent.length > 0 && <LentRoles roles={lent} />}
    </>
  );
}

/** Roles that are lent, each with its last day. */
export function LentRoles({ roles }: { roles: NonNullable<Props["roles"]> }) {
  const label = useLabel();
  return (
    <Alert
      type="info"
      showIcon
      title={label(["临时角色", "Temporary roles"])}
      description={joinNames(
        roles.map(({ roleName, endDate }) => label([`${roleName}（至${endDate}）`, `${roleName} (until ${endDate})`])),
      )}
    />
  );
}
