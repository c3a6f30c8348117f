import { auditRecordShape } from "../core/audit-record.ts";
import { call, crudCalls } from "../core/call.ts";
import { injuryGrade } from "../core/fields/codes.ts";
import { personFields } from "../core/fields/blocks.ts";
import { yesNo } from "../core/fields/flags.ts";
import { type Row, entity } from "../core/entity.ts";
import { exportCall } from "../core/export.ts";
import { code, codeList, datetime, files, id, int, long, lookup, ref, text } from "../core/fields/field.ts";
import { list, none, record, rowShape } from "../core/fields/shape.ts";
import { importCalls } from "../core/import.ts";

/** GB 6441-1986, in its order. */
export const accidentType = codeList("ACCIDENT_TYPE", "事故类别", "Kind of accident", {
  "01": ["物体打击", "Struck by an object"],
  "02": ["车辆伤害", "Vehicle"],
  "03": ["机械伤害", "Machinery"],
  "04": ["起重伤害", "Lifting"],
  "05": ["触电", "Electric shock"],
  "06": ["淹溺", "Drowning"],
  "07": ["灼烫", "Burns and scalds"],
  "08": ["火灾", "Fire"],
  "09": ["高处坠落", "Fall from a height"],
  "10": ["坍塌", "Collapse"],
  "11": ["冒顶片帮", "Fall of roof or side in a mine"],
  "12": ["透水", "Flooding of a mine"],
  "13": ["放炮", "Blasting"],
  "14": ["火药爆炸", "Explosion of explosives"],
  "15": ["瓦斯爆炸", "Explosion of gas"],
  "16": ["锅炉爆炸", "Explosion of a boiler"],
  "17": ["容器爆炸", "Explosion of a vessel"],
  "18": ["其他爆炸", "Other explosion"],
  "19": ["中毒和窒息", "Poisoning and suffocation"],
  "20": ["其他伤害", "Other"],
});
export const injuryRecognition = codeList("INJURY_RECOGNITION", "工伤认定", "Recognition as work injury", {
  "0": ["未申请", "Not applied for"],
  "1": ["已认定", "Recognised", "good"],
  "2": ["不予认定", "Not recognised", "bad"],
});
export const injuryLock = codeList("INJURY_LOCK", "锁定标志", "Lock", {
  "0": ["未锁定", "Open", "waiting"],
  "1": ["已锁定", "Locked", "good"],
});

/** Lost working days from which an injury is serious (GB/T 15499). */
export const seriousDays = 105;
const days = { unitZh: "日", unitEn: "days" };

/** A work injury or death that an enterprise reports; counted once the bureau has locked it. */
export const InjuryRecord = entity(
  "InjuryRecord",
  "工伤记录",
  "Injury record",
  {
    injuryNo: text(20, "记录编号", "Record number", "computed"),
    /** Taken from the session of an enterprise; the bureau names it. */
    entId: ref("Department", "企业", "Enterprise", "optional", { always: true }),
    entName: lookup("entId", "Department", "orgName", "企业名称", "Enterprise name"),
    ...personFields,
    postName: text(50, "岗位", "Post", "required"),
    injuryTime: datetime("发生时间", "Time of the injury", "required"),
    injuryPlace: text(200, "发生地点", "Place", "required"),
    accidentType: code(accidentType, "事故类别", "Kind of accident", "required"),
    injuryGrade: code(injuryGrade, "伤害程度", "Injury grade", "required"),
    injuryPart: text(100, "受伤部位", "Part of the body"),
    lostDays: int("损失工作日", "Working days lost", "required", { min: 0, max: 6000, ...days }),
    deathCount: int("死亡人数", "Deaths", "required", { min: 0, max: 10_000, unitZh: "人", unitEn: "people" }),
    cause: long("原因分析", "Cause", "required"),
    measure: long("整改措施", "Measures"),
    isTrained: code(yesNo, "是否受过安全培训", "Had safety training", "required"),
    isRecognized: code(injuryRecognition, "工伤认定", "Recognition as work injury"),
    isLock: code(injuryLock, "锁定标志", "Lock", "computed", { always: true }),
    lockUser: ref("User", "锁定人", "Locked by", "computed"),
    lockTime: datetime("锁定时间", "Locked", "computed"),
    attachmentList: files(),
  },
  {
    idName: "injuryId",
    title: "injuryNo",
    filters: [
      "injuryNo",
      "entId",
      "entName",
      "name",
      "idNumber",
      "injuryTime",
      "injuryGrade",
      "accidentType",
      "isTrained",
      "isLock",
    ],
    sorts: ["injuryNo", "injuryTime", "lostDays"],
    order: ["-injuryTime"],
    grams: ["name"],
  },
);
export interface InjuryRecordRow extends Row<typeof InjuryRecord> {}

const path = "/api/zjgrsj-train/trainingManagement/injury";
const resource = "injury_record";
const crud = crudCalls(InjuryRecord, path, resource);

export const injuryRecordCalls = {
  ...crud,
  detail: call({ ...crud.detail, output: rowShape(InjuryRecord, { auditList: list(auditRecordShape) }) }),
  listAdmin: call({
    ...crud.list,
    name: "InjuryRecord.listAdmin",
    path: `${path}/listAdmin`,
    audience: ["bureau"],
  }),
  /** Locks an open record; opens a locked one again, with a reason. */
  lockInfo: call({
    name: "InjuryRecord.lockInfo",
    method: "POST",
    path: `${path}/lockInfo`,
    zh: "锁定或解锁工伤记录",
    en: "Lock or unlock an injury record",
    access: [`${resource}_lock`, `${resource}_unlock`],
    audience: ["bureau"],
    style: "query",
    input: record({ id: id("工伤记录", "Injury record", "required"), reason: text(500, "原因", "Reason") }),
    output: none,
  }),
  export: exportCall(InjuryRecord, path, resource),
  import: importCalls(InjuryRecord, path, resource),
};
