import { type StatedKey, resources } from "./entities.ts";
import { type RoleAlias, roleAliases } from "./core/roles.ts";
import { takers } from "./workflow/flow-codes.ts";

/**
 * The capability matrix, one line a resource that does not state it itself (`core/resource.ts`): what each built-in role may do with it by default, in the order of `roles`.
 * L list and view all rows of the scope · O own rows · V public or open rows · C create · E edit · D delete · T transitions (their roles stand in the
 * machines) · - nothing. Which rows L, O and V mean is decided by the scope of the entity.
 */
const lines = {
  // A. Institutions and their resources
  org: "LCEDT LCET L L L L L OCE O - V - V",
  institution_attachment: "L L L L - L L OCED O - - - -",
  classroom_files: "L L L - - L L OCED O - - - -",
  train_plan: "LCED LCEDT LT L L L L V V - - - -",
  org_plan: "L LT LT L L L L OCEDT O - - - -",
  org_course: "LCED LCEDT L L L L L OCED O V V - V",
  train_org_teacher: "L LET L - - L L OCED O - - - -",
  // B. Course catalogue and subsidy standards
  train_course: "LCED LCED L L L L L V V V V V V",
  course_subsidy_file: "LCED LCED L L L L L V V V - - -",
  subsidy: "LCED LCE L L L L L V - V - - -",
  /** Ours: changes of standards, kinds and formula parameters, by two people. */
  policy_change: "L L L L L L L - - - - - -",
  // C. Teachers and assessors
  teacher: "LCED LCED L - - L L OCE O - - - -",
  teacher_hire: "L LE L - - L L OCED O - - - -",
  teacher_engage: "L LCED L - - L L OCED O - - - -",
  assessor: "LCED LCED L L L L L V - - - OE -",
  assessor_type: "LCED LCED L L - L L V - V - V -",
  exam_assessor: "L LCED L L L L L O - O - OE -",
  // D. Classes and the training process
  train_class: "LT LET LT L L L L OCEDT O V V O V",
  class_schedule: "L LE L - - L L OCED OE - V - -",
  attendance: "L LE L - - L L OCE OCE OCE O - -",
  sign: "L L L - - L L OCEDT O - OCEDT - -",
  re_sign: "L L L - - L L OCED O OC OC - -",
  train_student: "L LET LT L L L L OCEDT O - OCE O C",
  student_account: "LCED LE L - - L L - - - OE - C",
  student_fee: "L L L L L L L OCED O - O - -",
  grade: "L LET L L - L L OET O - O OET -",
  train_evaluation: "L L L - - L L O O - OCE - -",
  train_employment: "L LCED L L - L L OCED O - OCE - -",
  valid_detail: "L L LE LE L L L O - O - - -",
  // E. Exams and question bank
  exam: "L LCEDT L - - L L OCEDT OCE - V L -",
  exam_paper: "L LET L - - L L O O - OCT LT -",
  student_question: "L L - - - - L O O - OE L -",
  // F. Assessment application and certificates
  test_apply: "L LET LT L - L L OCEDT O - O O -",
  test: "L LE L - - L L OCED O - O O -",
  certificate: "LT LCET L L L L L OT O - O - V",
  // G. Subsidy, institution side
  subsidy_apply: "L LT LET LET LT L L OCEDT - - - - -",
  subsidy_apply_detail: "L L LET LET L L L OCED - - O - -",
  /** Ours: a person objects to a payment in their name, the bureau answers. */
  payment_objection: "L LE L L L L L - - - OC - -",
  /** Ours: what stands after a recovery for falseness. */
  subsidy_bar: "L L L L L L L - - - - - -",
  /** Ours: what was paid and would not be paid today. */
  recovery_item: "L L L L L L L - - - - - -",
  // H. Enterprise side
  enterprise_total: "LCED LCE L L L L L - - OCE - - -",
  enterprise_class: "L LET LT L L L L - - OCEDT V - V",
  enterprise_course: "L L L L - L L - - V - - -",
  enterprise_student: "L LE L L L L L - - OCED O - -",
  enterprise_sign: "L L L - - L L OT O OCEDT - - -",
  enterprise_test_apply: "L LET LT L - L L - - OCEDT - O -",
  enterprise_test: "L LE L L - L L - - OCED O OCE -",
  enterprise_cert: "LT LCET L L L L L - - O O - V",
  enterprise_subsidy_apply: "L LT LET LET LT L L - - OCEDT - - -",
  enterprise_subsidy_apply_detail: "L L LE LE L L L - - OCED O - -",
  investigation: "L LCET LCET L - L L - - OCET - - -",
  injury_record: "LCEDT LCEDT L L - L L - - OCED - - -",
  // I. Talent and competitions
  technician: "LCED LCED L L - L L - - OCE O - -",
  jsyx_record: "LCED LCEDT LET LET - L L OCEDT - OCEDT O - -",
  competition_notice: "LCED LCEDT L L - L L V V V V V V",
  competition_register: "L LT L L - L L OCEDT - OCEDT OCEDT - -",
  competition_record: "L LCED L L L L L O - O O OCE -",
  // J. Information
  notice: "LCEDT LCEDT L L L L L V V V V V V",
  notice_attachment: "LCED LCED L L L L L V V V V V V",
  notice_category: "LCED LCED L L L L L V V V V V V",
  desk_notice: "LCED LCE L L L L L V V V - - -",
  // K. Work summaries
  train_project: "LCED LCEDT LET LET L L L OCEDT - - - - -",
  train_work: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  train_based: "LCED LCEDT LET LET L L L OCEDT - OCEDT - - -",
  train_zyjn: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  train_entrepreneurship: "LCED LCEDT LET LET - L L OCEDT - - - - -",
  train_safe: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  train_excellent: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  train_gqpx: "LCED LCEDT LET LET - L L OCEDT - OCEDT - - -",
  /** Ours: months that are closed, and who has not filed. */
  work_month: "L LT L LT - L L - - - - - -",
  summary_search: "L L L L L L L O - O - - -",
  // L. System administration
  user: "LCEDT - - - - - L - - - - - C",
  role: "LCED - - - - - L - - - - - -",
  menu: "LCED - - - - - L - - - - - -",
  permission: "O O O O O O O O O O O O O",
  top_menu: "LCED - - - - - L - - - - - -",
  param: "LCED L - - - - L - - - - - -",
  dict: "LCED L L L L L L V V V V V -",
  dict_biz: "LCED LCE L L L L L V V V V V -",
  region: "LCED L L L L L L V V V V V V",
  post: "LCED - - - - - L - - - - - -",
  dept: "LCED L - - - L L - - - - - -",
  tenant: "LCED - - - - - L - - - - - -",
  client: "LCED - - - - - L - - - - - -",
  /** Ours: setting the installation up, and what it still lacks. */
  setup: "LE - - - - - - - - - - - -",
  identity_provider: "LCED - - - - - L - - - - - -",
  datasource: "LCED - - - - - L - - - - - -",
  data_scope: "LCED - - - - - L - - - - - -",
  api_scope: "LCED - - - - - L - - - - - -",
  code: "LCED - - - - - - - - - - - -",
  usual_log: "L - - - - - L - - - - - -",
  api_log: "L - - - - - L - - - - - -",
  error_log: "L - - - - - L - - - - - -",
  /** Ours: what two system administrators do together. */
  four_eyes: "L - - - - - L - - - - - -",
  /** Ours: changes of rights and of security parameters. */
  rights_change: "L - - - - - L - - - - - -",
  /** Ours: the history of all rows, with what changed. */
  audit_trail: "L - - - - - L - - - - - -",
  /** Ours: what was imported, and undoing it; who may undo an import decides the right to make it. */
  import_batch: "L L - - - - L O - O - - -",
  /** Ours: clerks design reports too. */
  report: "LCED LCED L L L L L - - - - - -",
  sms: "LCEDT - - - - - L - - - - - -",
  sms_notify: "LC LC L L - - L - - - - - -",
  oss: "LCEDT - - - - - L - - - - - -",
  attach: "L LCED LC LC LC L L OCED OC OCED OCED OC -",
  wf_serial: "LCED L - - - - L - - - - - -",
  register_guest: "LET - - - - - L - - - - - C",
  // M. Workflow
  flow_model: "LCEDT - - - - - L - - - - - -",
  flow_definition: "LCEDT - - - - - L - - - - - -",
  flow_task: "LT OT OT OT OT OT L OT - OT - - -",
  flow_follow: "LDT - - - - L L - - - - - -",
  /** Ours: who acts for an absent colleague. */
  flow_stand_in: "LCED OCED OCED OCED OCED OCED L OCED - OCED - - -",
  leave: "OCT OCT OCT OCT OCT OCT L - - - - - -",
  flow_route: "O O O O O O O O - O - - -",
  // N. External data and client-side value objects
  ext_query: "L LC LC LC L - L OC - OC - - -",
  finance_result: "L L - - LCT L L - - - - - -",
  session_info: "O O O O O O O O O O O O O",
  login_identity: "O O O O O O O O O O O O O",
  log_entry: "O O O O O O O O O O O O O",
  upload_response: "O O O O O O O O O O O O -",
  paging: "O O O O O O O O O O O O O",
  /** Ours: masked values in full, for a purpose. */
  personal_data: "- V V V - - V - - - - - -",
  audit_record: "L L L L L L L O O O O O -",
} as const satisfies Record<string, string>;

export type ResourceKey = keyof typeof lines | StatedKey;

/** The whole matrix. */
export const capabilities: Readonly<Record<ResourceKey, string>> = {
  ...lines,
  ...(Object.fromEntries(
    Object.values(resources)
      .flat()
      .map((one) => [one.resource, one.rights]),
  ) as Record<StatedKey, string>),
};

/** The letters a role has for a resource, '' for none. */
export function capability(resource: ResourceKey, role: RoleAlias): string {
  const letters = capabilities[resource].split(" ")[roleAliases.indexOf(role)] ?? "-";
  return letters === "-" ? "" : letters;
}

/** The rights to the rows of a resource that a letter stands for. */
const rightsOfLetter = {
  L: ["view", "export"],
  O: ["view", "export"],
  V: ["view"],
  C: ["add", "import"],
  E: ["edit", "print"],
  D: ["delete"],
} as const;
type RightsOfLetter = typeof rightsOfLetter;
export type Right = RightsOfLetter[keyof RightsOfLetter][number];

/** The button keys of the matrix: of each resource those whose letter some role has. */
export type MatrixKey =
  | { [R in keyof typeof lines]: KeysOf<R, (typeof lines)[R]> }[keyof typeof lines]
  | `${StatedKey}_${Right}`;
type KeysOf<R extends string, Letters> = {
  [L in keyof RightsOfLetter]: Letters extends `${string}${L}${string}` ? `${R}_${RightsOfLetter[L][number]}` : never;
}[keyof RightsOfLetter];

/** Actions that neither change the state of a machine nor are a plain edit: key → roles. */
const actions = {
  certificate_issue: ["clerk"],
  certificate_print: ["clerk", "orgAdmin"],
  enterprise_cert_issue: ["clerk"],
  enterprise_cert_print: ["clerk", "entAdmin"],
  /** Whether somebody may invigilate this exam, the exam says. */
  exam_paper_invigilate: ["clerk", "orgAdmin", "orgTeacher", "assessor"],
  org_reset_password: ["sysAdmin", "clerk"],
  user_reset_password: ["sysAdmin"],
  user_reset_factor: ["sysAdmin"],
  user_unlock: ["sysAdmin"],
  rights_change_undo: ["sysAdmin"],
  four_eyes_ask: ["sysAdmin"],
  four_eyes_confirm: ["sysAdmin"],
  user_sign_out: ["sysAdmin"],
  sms_enable: ["sysAdmin"],
  oss_enable: ["sysAdmin"],
  oss_copy: ["sysAdmin"],
  work_month_remind: ["clerk", "firstReviewer", "secondReviewer"],
  flow_follow_deliver: ["sysAdmin"],
  flow_model_deploy: ["sysAdmin"],
  flow_task_start: takers,
  subsidy_apply_auto_trial: ["clerk", "firstReviewer"],
  enterprise_subsidy_apply_auto_trial: ["clerk", "firstReviewer", "secondReviewer"],
  subsidy_apply_detail_un_approve: ["firstReviewer", "secondReviewer"],
} as const satisfies Record<string, readonly RoleAlias[]>;
export type ActionKey = keyof typeof actions;

/** Button keys a role gets from the matrix by default; the keys of transitions come from the machines. */
export function defaultKeys(role: RoleAlias): string[] {
  const fromMatrix = (Object.keys(capabilities) as ResourceKey[]).flatMap((resource) =>
    [...capability(resource, role)].flatMap((letter) =>
      isLetter(letter) ? rightsOfLetter[letter].map((right) => `${resource}_${right}`) : [],
    ),
  );
  const fromActions = Object.entries<readonly RoleAlias[]>(actions);
  return [...fromMatrix, ...fromActions.flatMap(([key, roles]) => (roles.includes(role) ? [key] : []))];
}

const isLetter = (letter: string): letter is keyof RightsOfLetter => letter in rightsOfLetter;
