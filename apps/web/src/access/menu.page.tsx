import { Menu, type MenuRow, menuCalls, topNumber } from "@jipei/contract/access/menu.ts";
import type { Branch } from "@jipei/contract/core/tree.ts";
import { Form, Select } from "antd";
import type { ControlProps } from "../core/form/field-control.tsx";
import type { FormValues } from "../core/form/fields.ts";
import { withFields } from "../core/form/fields.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { guardingRights } from "../core/session/rights-guard.tsx";
import { useCall } from "../core/api/use-call.ts";
import { type Place, TreeControl } from "../core/tree/tree-control.tsx";
import { TreePage } from "../core/tree/tree-page.tsx";
import { getPart } from "../core/tree/tree-words.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { IconControl } from "./icon-control.tsx";

const PlacedMenu = withFields(Menu, { parentName: getPart("上级菜单") });

const newMenu = { category: "1", isOpen: "1", action: "0", orderBy: 100, programNo: "ZJGTRAIN" } as const;
const isMenu = (row: Branch<MenuRow>) => row.category === "1";
const forMenu = (values: FormValues<typeof Menu>) => values.category !== "2";

/** Menus and buttons, level by level. */
function MenuPage() {
  const label = useLabel();
  const getName = (row: Branch<MenuRow>) => label(getLabels(row));
  return (
    <TreePage
      entity={PlacedMenu}
      resource="menu"
      calls={{ ...menuCalls, level: menuCalls.lazyList }}
      titleOf={getName}
      columns={[
        { field: "name", width: 260, render: getName },
        "category",
        { field: "code", width: 180 },
        { field: "href", width: 180 },
        { field: "menuNo", width: 110 },
        "orderBy",
        "isOpen",
      ]}
      card={[{ field: "name", render: getName }, "category", "code"]}
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
      initial={(above) => ({ ...newMenu, supMenuNo: above ? above.menuNo : topNumber })}
      holds={isMenu}
      controls={() => ({ supMenuNo: ParentMenu, icon: IconControl, roles: SeenBy })}
      when={{ href: forMenu, icon: forMenu, isOpen: forMenu, roles: forMenu, action: (values) => !forMenu(values) }}
    />
  );
}

export default guardingRights(MenuPage);

const getLabels = (row: Branch<MenuRow>): Named => [row.name, row.nameEn ?? row.name];

/** The menu above an entry: menus refer to each other by their numbers. */
function ParentMenu(props: ControlProps) {
  const label = useLabel();
  const own = Form.useFormInstance().getFieldValue("menuNo") as string | undefined;
  const { data } = useCall(menuCalls.list, { category: "1" });
  const getPlaces = (rows: readonly Branch<MenuRow>[], inside: boolean): Place[] =>
    rows.map((row) => ({
      value: row.menuNo,
      title: label(getLabels(row)),
      disabled: inside || row.menuNo === own,
      ...(row.children && { children: getPlaces(row.children, inside || row.menuNo === own) }),
    }));
  return (
    <TreeControl
      {...props}
      places={[{ value: topNumber, title: label(["顶级", "Top"]), children: getPlaces(data ?? [], false) }]}
    />
  );
}

/** Roles that an entry is restricted to besides the grants; none: everybody who is granted it. */
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
