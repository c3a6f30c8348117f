import { Menu, type MenuRow, menuCalls, topNumber } from "@jipei/contract/access/menu.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { Form, Select } from "antd";
import type { ControlProps } from "../core/field-control.tsx";
import type { Values } from "../core/form-values.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/rights-guard.tsx";
import type { AnyRow } from "../core/ref-select.tsx";
import { useCall } from "../core/use-call.ts";
import { type Place, TreeControl } from "../core/tree-control.tsx";
import { TreePage } from "../core/tree-page.tsx";
import { partOf } from "../core/tree-words.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { IconControl } from "./icon-control.tsx";

const PlacedMenu = { ...Menu, fields: { ...Menu.fields, parentName: partOf("上级菜单") } };

const isMenu = (row: AnyRow) => row["category"] === "1";
const forMenu = (values: Values) => values["category"] !== "2";

/** Menus and buttons, level by level. */
function MenuPage() {
  const label = useLabel();
  const nameOf = (row: AnyRow) => label(wordsOf(row));
  return (
    <TreePage
      entity={PlacedMenu}
      resource="menu"
      calls={{ ...menuCalls, level: menuCalls.lazyList }}
      titleOf={nameOf}
      columns={[
        { field: "name", width: 260, render: nameOf },
        "category",
        { field: "code", width: 180 },
        { field: "href", width: 180 },
        { field: "menuNo", width: 110 },
        "orderBy",
        "isOpen",
      ]}
      card={[{ field: "name", render: nameOf }, "category", "code"]}
      search={["name", "code", "category"]}
      form={[
        "category",
        "supMenuNo",
        "menuNo",
        "name",
        "nameEn",
        "code",
        "href",
        "icon",
        "action",
        "isOpen",
        "orderBy",
        "roles",
        "programNo",
        "remark",
      ]}
      view={[
        "menuNo",
        "parentName",
        "name",
        "nameEn",
        "code",
        "category",
        "href",
        "icon",
        "action",
        "isOpen",
        "orderBy",
        "roles",
        "programNo",
        "remark",
        "updateTime",
      ]}
      initial={(above) => ({
        category: "1",
        supMenuNo: above ? above["menuNo"] : topNumber,
        isOpen: "1",
        action: "0",
        orderBy: 100,
        programNo: "ZJGTRAIN",
      })}
      holds={isMenu}
      controls={() => ({ supMenuNo: ParentMenu, icon: IconControl, roles: SeenBy })}
      when={{ href: forMenu, icon: forMenu, isOpen: forMenu, roles: forMenu, action: (values) => !forMenu(values) }}
    />
  );
}

export default guardingRights(MenuPage);

const wordsOf = (row: AnyRow): Named => [String(row["name"]), String(row["nameEn"] ?? row["name"])];

/** The menu an entry stands under: menus name each other by their numbers. */
function ParentMenu(props: ControlProps) {
  const label = useLabel();
  const own = Form.useFormInstance().getFieldValue("menuNo") as string | undefined;
  const { data } = useCall(menuCalls.list, { category: "1" });
  const placesOf = (rows: readonly Branch<MenuRow>[], inside: boolean): Place[] =>
    rows.map((row) => ({
      value: row.menuNo,
      title: label(wordsOf(row as unknown as AnyRow)),
      disabled: inside || row.menuNo === own,
      ...(row.children && { children: placesOf(row.children, inside || row.menuNo === own) }),
    }));
  return (
    <TreeControl
      {...props}
      places={[{ value: topNumber, title: label(["顶级", "Top"]), children: placesOf(data ?? [], false) }]}
    />
  );
}

/** Roles besides the grants; none: whoever is granted the entry. */
function SeenBy({ field: _field, value, onChange, ...control }: ControlProps) {
  const label = useLabel();
  return (
    <Select
      {...control}
      mode="tags"
      value={(value as string[] | null) ?? []}
      onChange={(chosen: string[]) => onChange?.(chosen)}
      options={Object.entries(roles).map(([alias, role]) => ({ value: alias, label: label(role) }))}
      style={{ width: "100%" }}
    />
  );
}
