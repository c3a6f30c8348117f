import { type Row, entity } from "../core/entity.ts";
import { code, datetime, int, lookup, ref, text } from "../core/fields/field.ts";
import { askWay, heldAnswer } from "./investigation-codes.ts";

/** Somebody of a class whom an inspection asks. The server draws them; nobody chooses whom to ask. */
export const InspectedPerson = entity(
  "InspectedPerson",
  "抽查对象",
  "Person of the sample",
  {
    investigationId: ref("Investigation", "核查", "Inspection", "computed", { always: true }),
    place: int("抽样序号", "Place in the sample", "computed", { always: true }),
    studentId: ref("Student", "学员", "Student", "computed", { always: true }),
    studentNo: lookup("studentId", "Student", "studentNo", "学号", "Student number"),
    /** In percent, as the institution took it: the other side of what the person says. */
    attendanceRate: lookup(
      "studentId",
      "Student",
      "attendanceRate",
      "机构登记出勤率(%)",
      "Attendance by the institution (%)",
    ),
    /** As the roster had it when the sample was drawn. */
    name: text(50, "姓名", "Name", "computed", { person: true, always: true }),
    phone: text(11, "手机号码", "Mobile phone", "computed", { masked: "phone", encrypted: true, format: "mobile" }),
    way: code(askWay, "询问方式", "Asked"),
    answer: code(heldAnswer, "抽查答复", "Answer"),
    answerUser: ref("User", "登记人", "Recorded by", "computed"),
    answerTime: datetime("登记时间", "Recorded", "computed"),
    photoAttId: ref("Attachment", "照片", "Photo", "optional", { upload: "pic" }),
  },
  { title: "name", filters: ["investigationId", "answer"], order: ["place"] },
);
export interface InspectedPersonRow extends Row<typeof InspectedPerson> {}
