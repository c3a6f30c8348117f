import { menuCalls } from "@jipei/contract/access/menu.ts";
import { TopMenu, type TopMenuRow, topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { useState } from "react";
import { invoke } from "../core/call-client.ts";
import { CrudPage } from "../core/crud-page.tsx";
import { Dialog } from "../core/dialog.tsx";
import { FailureList } from "../core/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import { can, useSession } from "../core/session.ts";
import { Failed, Skeleton } from "../core/states.tsx";
import { useTexts } from "../core/texts.ts";
import { useAttempt } from "../core/use-attempt.ts";
import { refreshAfter, useCall } from "../core/use-call.ts";
import { GrantTree } from "./grant-tree.tsx";
import { IconControl, IconWord } from "./icon-control.tsx";
import "./access.css";

/** Items of the top bar, and the menus each gathers. */
export default function TopMenuPage() {
  const label = useLabel();
  const session = useSession();
  const [choosing, setChoosing] = useState<TopMenuRow | null>(null);
  const nameOf = (row: TopMenuRow) => label([row.name, row.nameEn ?? row.name]);
  return (
    <>
      <CrudPage
        entity={TopMenu}
        calls={{
          list: topMenuCalls.list,
          detail: topMenuCalls.detail,
          submit: topMenuCalls.submit,
          remove: topMenuCalls.remove,
        }}
        resource="top_menu"
        columns={[
          { field: "name", width: 200, render: nameOf },
          "code",
          { field: "source", render: (row: TopMenuRow) => <IconWord name={row.source} /> },
          "sort",
          "updateTime",
        ]}
        card={[{ field: "name", render: nameOf }, "code", "sort"]}
        search={["name", "code"]}
        form={["code", "name", "nameEn", "source", "sort", "remark"]}
        view={["code", "name", "nameEn", "source", "sort", "remark", "updateTime"]}
        controls={{ source: IconControl }}
        initial={{ sort: 100 }}
        rowActions={(row) =>
          can("top_menu_edit", session)
            ? [{ key: "menus", label: label(["配置菜单", "Menus"]), run: () => setChoosing(row as TopMenuRow) }]
            : []
        }
      />
      {choosing && (
        <MenusOf
          key={String(choosing.id)}
          id={String(choosing.id)}
          title={label([`配置菜单：${choosing.name}`, `Menus of ${nameOf(choosing)}`])}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  );
}

function MenusOf({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const label = useLabel();
  const t = useTexts();
  const trees = useCall(menuCalls.grantTopTree, undefined);
  const keys = useCall(menuCalls.topTreeKeys, { topMenuIds: id }, { staleTime: 0 });
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const { busy, error, attempt } = useAttempt();
  const ready = trees.data && keys.data && keys.isFetchedAfterMount;
  const failed = trees.isError ? trees : keys.isError ? keys : null;
  const save = () =>
    attempt(async () => {
      if (chosen) await invoke(topMenuCalls.grant, { topMenuIds: [id], menuIds: [...chosen] }, { silent: true });
      if (chosen) notify("success", t("reason.done"));
      onClose();
      await refreshAfter(topMenuCalls.grant, [menuCalls.topTreeKeys]);
    });
  return (
    <Dialog
      open
      kind="drawer"
      title={title}
      onClose={onClose}
      onSubmit={ready ? () => void save() : undefined}
      submitText={t("common.save")}
      busy={busy}
      dirty={chosen !== null}
      width={640}
    >
      {error && <FailureList error={error} />}
      {failed ? (
        <Failed error={failed.error} onRetry={() => void failed.refetch()} />
      ) : ready ? (
        <GrantTree
          name={label(["菜单", "Menus"])}
          nodes={trees.data.menu}
          ticked={chosen ?? new Set(keys.data.menu)}
          onChange={setChosen}
          whole
        />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  );
}
