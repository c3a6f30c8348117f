import { call, crudCalls } from "../core/call.ts";
import { classroomType } from "../core/fields/codes.ts";
import { validity } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { importCalls } from "../core/import.ts";
import { code, codeList, date, decimal, files, int, long, lookup, ref, text } from "../core/fields/field.ts";
import { pageShape, queryShape, rowShape } from "../core/fields/shape.ts";

export const ownership = codeList("OWNERSHIP", "产权性质", "Ownership", {
  "1": ["自有", "Owned"],
  "2": ["租赁", "Leased"],
});

/** Teaching room that lessons may use. */
export const Classroom = entity(
  "Classroom",
  "教室档案",
  "Classroom",
  {
    orgId: ref("Organisation", "机构", "Institution", "computed", { always: true }),
    orgName: lookup("orgId", "Organisation", "orgName", "机构名称", "Institution"),
    classroomNo: text(20, "教室编号", "Room number", "required", { format: "codeNumber" }),
    classroomName: text(100, "教室名称", "Room", "required"),
    classroomType: code(classroomType, "教室类型", "Kind of room", "required"),
    address: text(200, "地址", "Address", "required"),
    area: decimal(8, 2, "面积", "Area", "required", { min: 0.01, unitZh: "m²", unitEn: "m²" }),
    capacity: int("可容纳人数", "Seats", "required", { min: 1, max: 500, unitZh: "人" }),
    workstationCount: int("实操工位数", "Workstations", "submit", { min: 1, max: 500, unitZh: "个" }),
    equipment: long("设备清单", "Equipment"),
    ownership: code(ownership, "产权性质", "Ownership", "required"),
    leaseExpireDate: date("租赁到期日", "Lease ends", "submit"),
    fireSafe: code(validity, "消防合格", "Fire safety", "required"),
    isValid: code(validity, "是否启用", "In use", "required"),
    attachmentList: files(),
  },
  {
    title: "classroomName",
    filters: [
      "orgId",
      "orgName",
      "classroomNo",
      "classroomName",
      "classroomType",
      "capacity",
      "fireSafe",
      "isValid",
      "leaseExpireDate",
    ],
    sorts: ["classroomNo", "classroomName", "classroomType", "area", "capacity", "leaseExpireDate"],
    order: ["orgId", "classroomNo"],
    grams: ["classroomName"],
  },
);
export interface ClassroomRow extends Row<typeof Classroom> {}

const path = "/api/zjgrsj-train/basics/classroom_files";
const listOf = {
  access: "classroom_files_view",
  input: queryShape(Classroom),
  output: pageShape(rowShape(Classroom)),
} as const;
export const classroomCalls = {
  ...crudCalls(Classroom, path, "classroom_files"),
  usedByOrg: call({
    name: "Classroom.usedByOrg",
    method: "GET",
    path: `${path}/getClassroomFilesUsedByOrg`,
    zh: "本机构教室",
    en: "Classrooms of the own institution",
    audience: ["institution"],
    ...listOf,
  }),
  usedByManage: call({
    name: "Classroom.usedByManage",
    method: "GET",
    path: `${path}/getClassroomFilesUsedByManage`,
    zh: "教室列表(管理端)",
    en: "Classrooms for the bureau",
    audience: ["bureau"],
    ...listOf,
  }),
  export: exportCall(Classroom, path, "classroom_files"),
  import: importCalls(Classroom, path, "classroom_files"),
};
