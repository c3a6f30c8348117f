import { type GrantKeys, type GrantTrees, menuCalls } from "@jipei/contract/access/menu.ts";
import { roleCalls } from "@jipei/contract/access/role.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { useSaveGuard } from "../core/form/save-guard.ts";
import { Unanswered } from "../core/ui/states.tsx";
import { Tabs } from "../core/ui/tabs/tabs.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useCall } from "../core/api/use-call.ts";
import { GrantChanges } from "./grant-changes.tsx";
import { GrantTree } from "./grant-tree.tsx";
import "./access.css";

type Kind = keyof GrantKeys;
const kinds: Readonly<Record<Kind, Named>> = {
  menu: ["菜单和按钮", "Menus and buttons"],
  dataScope: ["数据权限", "Data scopes"],
  apiScope: ["接口权限", "API scopes"],
};
const names = Object.keys(kinds) as Kind[];
/** Menus that only hold scopes have a letter before their id. */
const isScope = ({ id }: TreeNode) => !id.startsWith("m");

interface Props {
  role: { id: string; name: string };
  onClose: () => void;
}

/** Grants and revokes permissions of a role; what would change, and for whom, is shown before it is saved. */
export function GrantDialog({ role, onClose }: Props) {
  const label = useLabel();
  const trees = useCall(menuCalls.grantTree, undefined, { staleTime: 0 });
  const keys = useCall(menuCalls.roleTreeKeys, { roleIds: role.id }, { staleTime: 0 });
  const title = label([`授权：${role.name}`, `Rights of ${role.name}`]);
  // An older answer may be shown elsewhere, but saving must not be based on it.
  if (trees.data && keys.data && keys.isFetchedAfterMount)
    return <RightsDialog title={title} role={role} trees={trees.data} before={keys.data} onClose={onClose} />;
  return (
    <Dialog open kind="drawer" title={title} onClose={onClose} width={760}>
      <Unanswered queries={[trees, keys]} />
    </Dialog>
  );
}

interface RightsProps extends Props {
  title: string;
  trees: GrantTrees;
  /** What is granted now. */
  before: GrantKeys;
}

function RightsDialog({ title, role, trees, before, onClose }: RightsProps) {
  const label = useLabel();
  const t = useTexts();
  const { ticked, tick, changes, count, busy, error, save } = useGrants(role.id, before, onClose);
  return (
    <Dialog
      open
      kind="drawer"
      title={title}
      onClose={onClose}
      onSubmit={save}
      submitText={
        count === 0
          ? t("common.save")
          : label([`保存 ${count} 项变更`, count === 1 ? "Save 1 change" : `Save ${count} changes`])
      }
      busy={busy}
      dirty={count > 0}
      width={760}
    >
      {error && <FailureList error={error} />}
      <Tabs
        label={label(["权限类别", "Kind of right"])}
        items={names.map((kind) => ({
          key: kind,
          label: `${label(kinds[kind])}${signs(changes[kind])}`,
          content: (
            <>
              <GrantTree
                name={label(kinds[kind])}
                nodes={trees[kind]}
                ticked={ticked[kind]}
                onChange={(next) => tick(kind, next)}
                {...(kind !== "menu" && { grantable: isScope })}
              />
              <GrantChanges nodes={trees[kind]} {...changes[kind]} />
            </>
          ),
        }))}
      />
    </Dialog>
  );
}

/** What is ticked, how that differs from what is granted now, and the call that grants it. */
function useGrants(roleId: string, before: GrantKeys, onClose: () => void) {
  const t = useTexts();
  const [ticked, setTicked] = useState<Record<Kind, ReadonlySet<string>>>({
    menu: new Set(before.menu),
    dataScope: new Set(before.dataScope),
    apiScope: new Set(before.apiScope),
  });
  const guard = useSaveGuard();
  const { busy, error, attempt } = useAttempt();
  const changes = Object.fromEntries(names.map((kind) => [kind, difference(before[kind], ticked[kind])])) as Record<
    Kind,
    Difference
  >;
  const count = names.reduce((sum, kind) => sum + changes[kind].given.length + changes[kind].taken.length, 0);
  const save = () =>
    void attempt(async () => {
      if (count === 0) return onClose();
      // Only changes are sent, so that what others change meanwhile is not overwritten.
      const sent = (kind: Kind) =>
        changes[kind].given.length + changes[kind].taken.length > 0 ? [...ticked[kind]] : null;
      const input = {
        roleIds: [roleId],
        menuIds: sent("menu"),
        dataScopeIds: sent("dataScope"),
        apiScopeIds: sent("apiScope"),
      };
      if (!(await guard(roleCalls.grant, input))) return;
      await invoke(roleCalls.grant, input, { silent: true });
      notify("success", t("reason.done"));
      onClose();
      await refreshAfter(roleCalls.grant, [menuCalls.roleTreeKeys]);
    });
  const tick = (kind: Kind, ids: ReadonlySet<string>) => setTicked({ ...ticked, [kind]: ids });
  return { ticked, tick, changes, count, busy, error, save };
}

/** How many rights are given and taken, beside the name of their kind. */
const signs = ({ given, taken }: Difference) =>
  `${given.length > 0 ? ` +${given.length}` : ""}${taken.length > 0 ? ` −${taken.length}` : ""}`;

interface Difference {
  given: string[];
  taken: string[];
}
const difference = (before: readonly string[], after: ReadonlySet<string>): Difference => ({
  given: [...after].filter((id) => !before.includes(id)),
  taken: before.filter((id) => !after.has(id)),
});
