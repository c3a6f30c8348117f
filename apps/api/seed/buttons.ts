import { type ResourceKey, capabilities } from "@jipei/contract/capabilities.ts";
import { resources } from "@jipei/contract/entities.ts";
import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { machines } from "@jipei/contract/machines.ts";

type Place = readonly [menuNo: string, zh: string, en: string];

/**
 * The menu that holds the buttons of a resource where permissions are granted, and the name of the resource. A resource that several audiences
 * use is listed once, under the menu of the bureau: a permission is the same for everybody who has it. Entities may state theirs with their menu entry.
 */
const places: Partial<Record<ResourceKey, Place>> = {
  org: ["B0301", "培训机构", "Institution"],
  institution_attachment: ["B0302", "机构附件", "Filing document"],
  org_course: ["B0303", "机构课程", "Institution course"],
  train_org_teacher: ["B0304", "机构教师", "Institution teacher"],
  classroom_files: ["B0305", "教室档案", "Classroom"],
  train_course: ["B0401", "课程", "Course"],
  subsidy: ["B0401", "补贴标准", "Subsidy standard"],
  course_subsidy_file: ["B0402", "补贴文件", "Subsidy document"],
  teacher: ["B0404", "教师", "Teacher"],
  teacher_hire: ["B0404", "教师聘用", "Hire of teachers"],
  teacher_engage: ["B0404", "任教经历", "Engagement of teachers"],
  assessor: ["B0405", "考评员", "Assessor"],
  assessor_type: ["B0405", "考评员类别", "Kind of assessor"],
  train_plan: ["B0501", "培训计划", "Training plan"],
  org_plan: ["B0502", "机构计划", "Institution plan"],
  train_class: ["B0602", "班级", "Class"],
  class_schedule: ["B0602", "课程表", "Timetable"],
  attendance: ["B0602", "考勤", "Attendance"],
  train_student: ["B0603", "学员", "Student"],
  sign: ["B0603", "报名", "Sign-up"],
  re_sign: ["B0603", "重新报名", "Repeated sign-up"],
  personal_data: ["B0603", "个人信息明文", "Personal data in full"],
  student_fee: ["B0603", "学员收费", "Student fee"],
  student_account: ["B0605", "学员账号", "Student account"],
  train_evaluation: ["B0606", "培训评价", "Evaluation"],
  train_employment: ["B0607", "培训后就业", "Employment"],
  test_apply: ["B0701", "考核申请", "Test application"],
  test: ["B0701", "考核学员", "Candidate"],
  exam_assessor: ["B0703", "考评安排", "Assignment of assessors"],
  grade: ["B0704", "成绩", "Grade"],
  certificate: ["B0801", "证书", "Certificate"],
  subsidy_apply: ["B0901", "补贴申请", "Claim"],
  subsidy_apply_detail: ["B0906", "补贴明细", "Claim row"],
  finance_result: ["B0905", "财政结果", "Answer of the treasury"],
  enterprise_subsidy_apply: ["B0903", "企业补贴申请", "Enterprise claim"],
  enterprise_subsidy_apply_detail: ["B0906", "企业补贴明细", "Row of an enterprise’s claim"],
  valid_detail: ["B0907", "校验明细", "Finding"],
  payment_objection: ["B0908", "拨付异议", "Payment objection"],
  enterprise_total: ["B1001", "企业台账", "Enterprise record"],
  enterprise_class: ["B1002", "企业班级", "Enterprise class"],
  enterprise_student: ["B1002", "企业学员", "Staff in training"],
  enterprise_sign: ["B1005", "企业报名", "Enterprise sign-up"],
  enterprise_test_apply: ["B0702", "企业考核申请", "Enterprise test application"],
  enterprise_test: ["B0702", "企业考核学员", "Candidate of an enterprise"],
  enterprise_cert: ["B0802", "企业学员证书", "Certificate of staff"],
  injury_record: ["B1004", "工伤记录", "Injury record"],
  technician: ["B1101", "技能人才", "Skilled worker"],
  jsyx_record: ["B1102", "技师研修", "Technician study"],
  competition_notice: ["B1103", "竞赛通知", "Competition"],
  competition_register: ["B1104", "竞赛报名", "Registration"],
  competition_record: ["B1105", "竞赛成绩", "Competition result"],
  investigation: ["B1003", "企业调查", "Investigation"],
  subsidy_bar: ["B0909", "申领限制", "Bar"],
  recovery_item: ["B0910", "待追回", "Entry to be recovered"],
  policy_change: ["B0409", "政策变更", "Policy change"],
  train_project: ["B1201", "培训项目", "Training project"],
  train_work: ["B1202", "培训工作", "Work report"],
  train_based: ["B1203", "实训基地", "Training base"],
  train_zyjn: ["B1204", "职业技能培训台账", "Vocational training"],
  train_entrepreneurship: ["B1205", "创业培训台账", "Start-up training"],
  train_safe: ["B1206", "安全技能培训台账", "Safety training"],
  train_excellent: ["B1207", "高技能人才培训台账", "High-skill training"],
  train_gqpx: ["B1208", "岗前培训台账", "Pre-job training"],
  summary_search: ["B1209", "汇总查询", "Figures"],
  work_month: ["B1210", "填报月份", "Reporting month"],
  notice: ["B1301", "通知公告", "Notice"],
  notice_category: ["B1301", "公告类别", "Notice category"],
  desk_notice: ["B1305", "系统公告", "Desk notice"],
  ext_query: ["B1401", "外部数据", "External look-up"],
  flow_task: ["B1503", "流程任务", "Task"],
  leave: ["B1501", "请假单", "Leave"],
  flow_model: ["B1506", "流程模型", "Process model"],
  flow_definition: ["B1507", "流程定义", "Process definition"],
  flow_follow: ["B1508", "流程实例", "Process"],
  flow_stand_in: ["B1510", "代理人设置", "Stand-in"],
  user: ["B1601", "用户", "User"],
  dept: ["B1602", "部门", "Department"],
  post: ["B1603", "岗位", "Post"],
  register_guest: ["B1604", "注册申请", "Registration"],
  four_eyes: ["B1616", "双人复核", "Two-person request"],
  menu: ["B1605", "菜单", "Menu"],
  top_menu: ["B1606", "顶部菜单", "Top menu"],
  param: ["B1607", "参数", "Parameter"],
  wf_serial: ["B1608", "流水号", "Serial number"],
  dict: ["B1609", "系统字典", "Dictionary"],
  dict_biz: ["B1610", "业务字典", "Business dictionary"],
  region: ["B1611", "行政区划", "Region"],
  tenant: ["B1612", "租户", "Tenant"],
  client: ["B1613", "客户端", "Client"],
  identity_provider: ["B1614", "第三方登录", "Sign-in provider"],
  setup: ["B1615", "安装检查", "Set-up"],
  role: ["B1701", "角色", "Role"],
  data_scope: ["B1702", "数据权限", "Data scope"],
  api_scope: ["B1703", "接口权限", "API scope"],
  rights_change: ["B1705", "权限变更", "Change of rights"],
  sms: ["B1801", "短信配置", "SMS provider"],
  oss: ["B1802", "对象存储", "OSS provider"],
  attach: ["B1803", "附件", "File"],
  sms_notify: ["B1804", "短信记录", "SMS record"],
  import_batch: ["B1805", "导入记录", "Import"],
  code: ["B1901", "代码生成", "Code generator"],
  datasource: ["B1902", "数据源", "Data source"],
  report: ["B1903", "报表", "Report"],
  usual_log: ["B2001", "通用日志", "Usual log"],
  api_log: ["B2002", "接口日志", "API log"],
  error_log: ["B2003", "错误日志", "Error log"],
  audit_trail: ["B2006", "操作审计", "Audit trail"],
  ...Object.fromEntries(
    Object.values(resources)
      .flat()
      .map(({ resource, menu, rightsOf }): [string, Place] => [resource, [menu.no, ...rightsOf]]),
  ),
};

/** The menu for permissions whose resource has no menu yet. */
export const elsewhere = { no: "B99", zh: "其他权限", en: "Other rights" };

const plain: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  view: ["查看", "View"],
  add: ["新增", "Add"],
  edit: ["修改", "Change"],
  delete: ["删除", "Remove"],
  export: ["导出", "Export"],
  import: ["导入", "Import"],
  print: ["打印", "Print"],
  issue: ["制证", "Issue"],
  start: ["发起", "Start"],
  deploy: ["部署", "Deploy"],
  deliver: ["送达消息", "Deliver a message"],
  remind: ["催报", "Remind"],
  auto_trial: ["自动初审", "Automatic check"],
  un_approve: ["取消核准", "Take approval back"],
  reset_password: ["重置密码", "Reset password"],
  undo: ["撤销", "Undo"],
  reset_factor: ["重置两步验证", "Reset second factor"],
  unlock: ["解锁", "Unlock"],
  sign_out: ["强制下线", "Sign out"],
};

export interface Button {
  key: string;
  menuNo: string;
  zh: string;
  en: string;
}

const keys = (Object.keys(capabilities) as ResourceKey[]).sort((a, b) => b.length - a.length);

/** The menu that holds the buttons of a resource. */
export const getMenu = (resource: ResourceKey): string => places[resource]?.[0] ?? elsewhere.no;

/** The button of a permission: its menu and its label. @param key `<resource>_<action>` */
export function getButton(key: string): Button {
  const resource = keys.find((one) => key.startsWith(`${one}_`));
  const [menuNo, zh, en] = (resource && places[resource]) ?? [elsewhere.no, key, key];
  const [actionZh, actionEn] = getWord(key, resource ? key.slice(resource.length + 1) : key);
  return { key, menuNo, zh: `${zh}：${actionZh}`, en: `${en}: ${actionEn}` };
}

function getWord(key: string, action: string): readonly [zh: string, en: string] {
  for (const machine of machines)
    for (const [name, move] of Object.entries(machine.actions))
      if (getPermission(machine, name) === key) return [move.zh, move.en];
  return plain[action] ?? auditActions[action] ?? [action, action];
}
