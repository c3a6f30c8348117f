import type { Audience } from "./audience.ts";

/** The thirteen built-in roles: alias → number, names, audience. */
export const roles = {
  sysAdmin: { no: "R00", zh: "系统管理员", en: "System administrator", audience: "bureau" },
  clerk: { no: "R11", zh: "培训科经办", en: "Training-section clerk", audience: "bureau" },
  firstReviewer: { no: "R12", zh: "初审人员", en: "First reviewer", audience: "bureau" },
  secondReviewer: { no: "R13", zh: "复审人员", en: "Second reviewer", audience: "bureau" },
  finance: { no: "R14", zh: "财务人员", en: "Finance", audience: "bureau" },
  leader: { no: "R15", zh: "局领导(只读)", en: "Leader (read-only)", audience: "bureau" },
  auditor: { no: "R16", zh: "审计监督", en: "Auditor", audience: "bureau" },
  orgAdmin: { no: "R21", zh: "机构管理员", en: "Institution administrator", audience: "institution" },
  orgTeacher: { no: "R22", zh: "机构教师", en: "Institution teacher", audience: "institution" },
  entAdmin: { no: "R31", zh: "企业管理员", en: "Enterprise administrator", audience: "enterprise" },
  student: { no: "R41", zh: "学员", en: "Student", audience: "person" },
  assessor: { no: "R51", zh: "考评员", en: "Assessor", audience: "person" },
  guest: { no: "R99", zh: "访客", en: "Guest", audience: "person" },
} as const satisfies Record<string, { no: string; zh: string; en: string; audience: Audience }>;

export type RoleAlias = keyof typeof roles;
export const roleAliases = Object.keys(roles) as RoleAlias[];
