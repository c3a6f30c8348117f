import type { Entity } from "@jipei/contract/core/entity.ts";
import { Button } from "antd";
import { ExportButton } from "../files/export-button.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { usePhone } from "../ui/use-width.ts";
import { ColumnSettings } from "../list/columns/column-settings.tsx";
import type { CrudPageProps } from "./crud-page-props.ts";
import { ActionButtons, removeAction } from "./row-actions.tsx";
import { ViewsButton } from "../views/views-button.tsx";
import type { Crud } from "./use-crud.ts";

interface Props<E extends Entity, R extends object, D extends object, L, S, A extends string> {
  page: CrudPageProps<E, R, D, L, S, A>;
  crud: Crud<E, R, D, L, S, A>;
}

/** Actions on the list as a whole. */
export function CrudToolbar<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  page,
  crud,
}: Props<E, R, D, L, S, A>) {
  const t = useTexts();
  const phone = usePhone();
  return (
    <div className="toolbar">
      {crud.mayAdd && (
        <Button type="primary" onClick={() => crud.setEditing("new")}>
          {t("list.add")}
        </Button>
      )}
      {page.actions?.(crud.tools)}
      {crud.mayImport && <Button onClick={() => crud.setImporting(true)}>{t("list.import")}</Button>}
      {page.calls.export && crud.mayExport && <ExportButton call={page.calls.export} params={crud.params} />}
      {crud.mayRemove && !phone && (
        <Button danger onClick={() => crud.askRemove(crud.tools.selected)}>
          {t("list.remove")}
        </Button>
      )}
      {!page.embedded && <ViewsButton page={page} crud={crud} />}
      {!phone && <ColumnSettings columns={crud.columns} prefs={crud.prefs} onChange={crud.setPrefs} />}
    </div>
  );
}

/** How many rows are checked, and the actions on them together. */
export function SelectionBar<E extends Entity, R extends object, D extends object, L, S, A extends string>({
  crud,
}: Pick<Props<E, R, D, L, S, A>, "crud">) {
  const t = useTexts();
  const phone = usePhone();
  const { selected } = crud.tools;
  return (
    <div className="selection-bar" role="status">
      {t("list.selected", { n: selected.length })}
      <ActionButtons actions={crud.movesOf(selected)} primary={false} />
      {phone && crud.mayRemove && (
        <ActionButtons actions={[removeAction(t, () => crud.askRemove(selected))]} primary={false} />
      )}
      <Button type="link" onClick={crud.clear}>
        {t("list.clear")}
      </Button>
    </div>
  );
}
