import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { code, codeList, int, labelOf, text } from "../core/fields/field.ts";
import { list, record, rowShape } from "../core/fields/shape.ts";

export const postCategory = codeList("POST_CATEGORY", "岗位类型", "Kind of post", {
  "1": ["高层", "Senior management"],
  "2": ["中层", "Middle management"],
  "3": ["基层", "Staff"],
  "4": ["其他", "Other"],
});

/** The position of a user in their department. */
export const Post = entity(
  "Post",
  "岗位",
  "Post",
  {
    postCode: text(20, "岗位编号", "Number", "required", { format: "codeNumber" }),
    postName: text(50, "岗位名称", "Name", "required"),
    category: code(postCategory, "岗位类型", "Kind", "required"),
    categoryName: labelOf("category", "岗位类型名称", "Kind in words"),
    sort: int("排序", "Order", "required", { min: 0, max: 9999 }),
  },
  {
    filters: ["postCode", "postName", "category"],
    sorts: ["sort", "postCode", "postName"],
    order: ["sort"],
    title: "postName",
  },
);
export interface PostRow extends Row<typeof Post> {}

const path = "/api/blade-system/post";
export const postCalls = {
  ...crudCalls(Post, path, "post"),
  export: exportCall(Post, path, "post"),
  import: importCalls(Post, path, "post"),
  /** All posts, to pick one; a `tenantId` other than the caller's own is ignored. */
  select: call({
    name: "Post.select",
    method: "GET",
    path: `${path}/select`,
    zh: "可选岗位",
    en: "Posts to choose from",
    access: ["post_view", "user_view"],
    input: record({ tenantId: text(12, "租户", "Tenant") }),
    output: list(rowShape(Post)),
  }),
};
