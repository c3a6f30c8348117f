import { exporter } from "../core/excel/export.ts";
import { formImporter } from "../core/excel/import/form-import.ts";
import { NoticeCategory, noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { type CrudOptions, crudRoutes } from "../core/entity/crud.ts";
import { refuseDuplicate, refuseUsed } from "../core/entity/references.ts";
import { Refusal } from "../core/foundation/refusal.ts";
import { everything } from "../core/database/sql.ts";

const scope = () => everything;

export const noticeCategoryExport = exporter(NoticeCategory, noticeCategoryCalls.export, { scope });
const options: CrudOptions<typeof NoticeCategory> = {
  entity: NoticeCategory,
  resource: "notice_category",
  scope,
  async beforeSave(tx, _actor, merged, old) {
    await refuseDuplicate(tx, NoticeCategory, old?.id, { categoryNo: merged.categoryNo });
    if (!merged.parentId) return;
    const parent = await tx
      .selectFrom("noticeCategory")
      .select(["id", "parentId"])
      .where("id", "=", merged.parentId)
      .where("isDeleted", "=", 0)
      .executeTakeFirst();
    const hasChildren = old
      ? await tx
          .selectFrom("noticeCategory")
          .select("id")
          .where("parentId", "=", old.id)
          .where("isDeleted", "=", 0)
          .limit(1)
          .executeTakeFirst()
      : undefined;
    if (!parent || parent.parentId || parent.id === old?.id || hasChildren)
      throw new Refusal("FIELD_INVALID", {
        field: { zh: "上级", en: "Above" },
        reason: { zh: "类别最多两级", en: "categories have two levels" },
      });
  },
  async beforeRemove(tx, _actor, rows) {
    await refuseUsed(tx, NoticeCategory, rows);
  },
};
export const noticeCategoryRoutes = crudRoutes(noticeCategoryCalls, options);
export const noticeCategoryImporter = formImporter(noticeCategoryCalls.import, options);
