import { Region, type RegionNode, regionCalls, rootCode, getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { RegionControl } from "../core/form/region-control.tsx";
import { useMenuName } from "../core/page/use-menu-name.ts";
import { RegionTree } from "./region-tree.tsx";
import "./settings.css";

const levels = ["1", "2", "3", "4", "5"] as const;
/** The level of what lies below a region; the lowest has nothing below it but itself. */
const levelBelow = (level: string) => levels[Math.min(4, Number(level))] ?? "5";

/** The country as a tree, level by level; beside it what lies below the region that is picked. Abolished regions are in the list only. */
export default function RegionPage() {
  const label = useLabel();
  const menuName = useMenuName();
  const [picked, setPicked] = useState<RegionNode | null>(null);
  const level = levelBelow(picked?.regionLevel ?? "0");
  return (
    <>
      <PageHeader title={label(menuName ?? Region)} />
      <div className="beside tree">
        <section aria-label={label(["区划树", "Region tree"])}>
          <RegionTree picked={picked?.id ?? rootCode} onPick={setPicked} />
        </section>
        <section aria-labelledby="regions-below">
          <CrudPage
            key={picked?.id ?? rootCode}
            embedded
            heading={
              <h2 id="regions-below" className="section-title">
                {picked
                  ? label([`${picked.fullName ?? picked.title}：下级区划`, `Below ${picked.fullName ?? picked.title}`])
                  : label(["全部区划", "All regions"])}
              </h2>
            }
            entity={Region}
            calls={{
              list: regionCalls.list,
              submit: regionCalls.submit,
              remove: regionCalls.remove,
              export: regionCalls.export,
              ...(!picked && { import: regionCalls.import }),
            }}
            resource="region"
            columns={[
              { field: "name", width: 160 },
              { field: "code", width: 130 },
              "regionLevel",
              "isValid",
              ...(picked ? [] : [{ field: "fullName" as const, width: 260 }]),
              "sort",
              "remark",
            ]}
            card={["name", "code", "regionLevel", "isValid"]}
            search={picked ? ["name", "code", "isValid"] : ["name", "code", "regionLevel", "isValid"]}
            form={["parentCode", "code", "name", "regionLevel", "sort", "isValid", "remark"]}
            view={["code", "name", "fullName", "regionLevel", "isValid", "sort", "remark", "createTime", "updateTime"]}
            fixed={picked ? { parentCode_equal: picked.id } : {}}
            initial={{
              parentCode: picked?.id ?? rootCode,
              code: picked && Number(picked.regionLevel) < 5 ? getRegionPrefix(picked.id) : "",
              regionLevel: level,
              isValid: "isValid",
            }}
            controls={{ parentCode: RegionControl }}
            locked={(row) => (row ? ["code"] : [])}
            frozen={(row, what) =>
              row.code === rootCode && what === "remove" ? ["国家不能删除", "The country cannot be deleted"] : null
            }
            removeInput={(rows) => ({ id: rows.map((row) => row.code).join(",") })}
          />
        </section>
      </div>
    </>
  );
}
