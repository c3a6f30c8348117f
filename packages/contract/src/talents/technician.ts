import { call, crudCalls } from "../core/call.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { personFields } from "../core/fields/blocks.ts";
import { code, codeList, date, files, id, int, lookup, ref, refs, text } from "../core/fields/field.ts";
import { governmentLevels } from "../core/fields/government-levels.ts";
import { validity } from "../core/fields/flags.ts";
import { list, record } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";
import { highLevel } from "../work-records/high-skill-training.ts";

export const talentLevel = codeList("TALENT_LEVEL", "人才层次", "Rank", governmentLevels);

/** Somebody with a certificate of the levels 3 to 1, a master or a holder of honours, in one occupation. */
export const Technician = entity(
  "Technician",
  "技能人才",
  "Skilled worker",
  {
    ...personFields,
    /** Taken from the session of an enterprise; the bureau may name it. */
    entId: ref("Department", "所在企业", "Enterprise"),
    entName: lookup("entId", "Department", "orgName", "所在企业名称", "Enterprise name"),
    workUnit: text(100, "工作单位", "Employer", "required"),
    occupationName: text(100, "职业(工种)", "Occupation", "required"),
    level: code(highLevel, "等级", "Level", "required"),
    certNo: text(22, "证书编号", "Certificate number", "required"),
    issueDate: date("发证日期", "Issued", "required"),
    /** The certificate of the chain by which the record was filled in. */
    certId: ref("Certificate", "平台证书", "Certificate of the platform", "computed"),
    honor: text(200, "荣誉称号", "Honours"),
    studioName: text(100, "技能大师工作室", "Master workshop"),
    talentLevel: code(talentLevel, "人才层次", "Rank"),
    isValid: code(validity, "是否有效", "Validity", "required", { default: "isValid" }),
    attachmentList: files(),
  },
  {
    idName: "technicianId",
    title: "name",
    filters: [
      "name",
      "idNumber",
      "entId",
      "workUnit",
      "occupationName",
      "level",
      "talentLevel",
      "issueDate",
      "isValid",
    ],
    sorts: ["name", "level", "issueDate", "workUnit"],
    order: ["level", "-issueDate"],
    grams: ["name", "workUnit"],
  },
);
export interface TechnicianRow extends Row<typeof Technician> {}

const certified = record({
  certId: id("证书", "Certificate", "required"),
  /** Whose record differs; none for somebody who is new. */
  technicianId: id("技能人才", "Skilled worker"),
  name: text(50, "姓名", "Name", "required"),
  occupationName: text(100, "职业(工种)", "Occupation", "required"),
  level: code(highLevel, "等级", "Level", "required"),
  certNo: text(22, "证书编号", "Certificate number", "required"),
  issueDate: date("发证日期", "Issued", "required"),
  workUnit: text(100, "工作单位", "Employer"),
  /** What the record says now. */
  presentCertNo: text(22, "现有证书编号", "Present number"),
  presentIssueDate: date("现有发证日期", "Present date"),
});
export type CertifiedWorker = NonNullable<(typeof certified)["$value"]>;

/** Most people that are taken over at once. */
export const mostTaken = 200;

const path = "/api/zjgrsj-train/trainingManagement/technician";
const resource = "technician";

export const technicianCalls = {
  ...crudCalls(Technician, path, resource),
  /** People with a valid certificate of level 3 to 1 who are new, or whose record says otherwise: the first of them, and how many there are. */
  certified: call({
    name: "Technician.certified",
    method: "GET",
    path: `${path}/certified`,
    zh: "证书中的技能人才",
    en: "Skilled workers by their certificates",
    access: `${resource}_add`,
    audience: ["bureau"],
    input: record({}),
    output: record({
      newCount: int("新增人数", "New", "required"),
      differentCount: int("不一致人数", "Different", "required"),
      people: list(certified, mostTaken),
    }),
  }),
  /** Takes people over by their certificates: adds who is new, and corrects number and date of the others. */
  takeCertified: call({
    name: "Technician.takeCertified",
    method: "POST",
    path: `${path}/takeCertified`,
    zh: "按证书登记技能人才",
    en: "Record skilled workers by their certificates",
    access: `${resource}_add`,
    audience: ["bureau"],
    adds: "more",
    input: record({ certIds: refs("Certificate", "证书", "Certificates", "required") }),
    output: record({ added: int("新增", "Added", "required"), changed: int("更正", "Corrected", "required") }),
  }),
  /** Who a unit means by name and ID number: nothing is listed to somebody who does not know both. */
  find: call({
    name: "Technician.find",
    method: "POST",
    path: `${path}/find`,
    zh: "按姓名和证件号码查找技能人才",
    en: "Find a skilled worker by name and ID number",
    access: "jsyx_record_add",
    audience: ["institution", "enterprise"],
    writes: false,
    input: record({
      name: text(50, "姓名", "Name", "required", { person: true }),
      idNumber: text(18, "证件号码", "ID number", "required"),
    }),
    output: list(
      record({
        id: id("技能人才", "Skilled worker", "required"),
        occupationName: text(100, "职业(工种)", "Occupation", "required"),
        level: code(highLevel, "等级", "Level", "required"),
        workUnit: text(100, "工作单位", "Employer", "required"),
      }),
    ),
  }),
  export: exportCall(Technician, path, resource),
  import: importCalls(Technician, path, resource),
};
