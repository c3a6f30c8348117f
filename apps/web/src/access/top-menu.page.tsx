import { menuCalls } from "@jipei/contract/access/menu.ts";
import { TopMenu, type TopMenuRow, topMenuCalls } from "@jipei/contract/access/top-menu.ts";
import { useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { useMayCall } from "../core/session/may-call.ts";
import { Unanswered } from "../core/ui/states.tsx";
import { useTexts } from "../core/i18n/core-texts.ts";
import { useAttempt } from "../core/api/use-attempt.ts";
import { refreshAfter } from "../core/api/refresh-after.ts";
import { useCall } from "../core/api/use-call.ts";
import { GrantTree } from "./grant-tree.tsx";
import { IconControl, IconWord } from "./icon-control.tsx";
import "./access.css";

/** Items of the top bar, and the menus that each groups. */
export default function TopMenuPage() {
  const label = useLabel();
  const mayChoose = useMayCall(topMenuCalls.grant);
  const [choosing, setChoosing] = useState<TopMenuRow | null>(null);
  const getName = (row: TopMenuRow) => label([row.name, row.nameEn ?? row.name]);
  return (
    <>
      <CrudPage
        entity={TopMenu}
        calls={{
          list: topMenuCalls.list,
          detail: topMenuCalls.detail,
          submit: topMenuCalls.submit,
          remove: topMenuCalls.remove,
          export: topMenuCalls.export,
        }}
        resource="top_menu"
        columns={[
          { field: "name", width: 200, render: getName },
          "code",
          { field: "source", render: (row: TopMenuRow) => <IconWord name={row.source} /> },
          "sort",
          "updateTime",
        ]}
        card={[{ field: "name", render: getName }, "code", "sort"]}
        search={["name", "code"]}
        form={["code", "name", "nameEn", "source", "sort", "remark"]}
        view={["code", "name", "nameEn", "source", "sort", "remark", "updateTime"]}
        controls={{ source: IconControl }}
        initial={{ sort: 100 }}
        rowActions={(row) =>
          mayChoose ? [{ key: "menus", label: label(["配置菜单", "Menus"]), run: () => setChoosing(row) }] : []
        }
      />
      {choosing && (
        <MenusOf
          key={String(choosing.id)}
          id={String(choosing.id)}
          title={label([`配置菜单：${choosing.name}`, `Menus of ${getName(choosing)}`])}
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
  const failed = trees.isError || keys.isError;
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
      {ready && !failed ? (
        <GrantTree
          name={label(["菜单", "Menus"])}
          nodes={trees.data.menu}
          ticked={chosen ?? new Set(keys.data.menu)}
          onChange={setChosen}
          whole
        />
      ) : (
        <Unanswered queries={[trees, keys]} />
      )}
    </Dialog>
  );
}
