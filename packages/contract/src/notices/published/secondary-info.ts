import { call } from "../../core/call.ts";
import { type Row, entity } from "../../core/entity.ts";
import { code, files, int, long, lookup, ref, text } from "../../core/fields/field.ts";
import { yesNo } from "../../core/fields/flags.ts";
import { pageShape, queryShape, rowShape } from "../../core/fields/shape.ts";
import { resource } from "../../core/resource.ts";

/** An article of a column of the public pages: «what is needed to sign up», «contact». Shown unless it is sealed. */
export const SecondaryInfo = entity(
  "SecondaryInfo",
  "栏目信息",
  "Column article",
  {
    categoryId: ref("NoticeCategory", "栏目", "Column", "required"),
    categoryName: lookup("categoryId", "NoticeCategory", "categoryName", "栏目名称", "Column"),
    title: text(200, "标题", "Title", "required"),
    content: long("内容", "Content", "required"),
    linkUrl: text(300, "外部链接", "Link", "optional", { format: "url" }),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
    isSealed: code(yesNo, "是否封存", "Sealed", "required"),
    attachmentList: files(),
  },
  {
    idName: "secondaryId",
    title: "title",
    filters: ["categoryId", "title", "isSealed"],
    sorts: ["sort", "title"],
    order: ["categoryId", "sort"],
    grams: ["title"],
    openTo: { institution: "everything", enterprise: "everything", person: "everything" },
  },
);
export interface SecondaryInfoRow extends Row<typeof SecondaryInfo> {}

const path = "/api/zjgrsj-train/information/secondary";
export const secondaryInfoResource = resource(SecondaryInfo, {
  resource: "secondary_info",
  path,
  page: "/information/secondary",
  menu: { no: "B1303", en: "Column articles", roles: ["clerk"] },
  rights: "LCED LCED L L L L L V V V V V V",
  audited: true,
  ownRoutes: true,
});

export const secondaryInfoCalls = {
  ...secondaryInfoResource.calls,
  /** The list with the texts, for pages that show a column as a whole. */
  listWithCategory: call({
    name: "SecondaryInfo.listWithCategory",
    method: "GET",
    path: `${path}/listwithcategory`,
    zh: "带栏目的信息列表",
    en: "Column articles with their texts",
    access: "secondary_info_view",
    input: queryShape(SecondaryInfo),
    output: pageShape(rowShape(SecondaryInfo, { content: long("内容", "Content") })),
  }),
};
