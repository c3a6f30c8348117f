import type { ListedPage, PageAddress } from "@jipei/contract/pages.ts";
import type { Named } from "../../core/i18n/language.ts";

/** What a page is about for whoever opens it: who may do it, what happens then, and by which rule. */
export interface Help {
  who: Named;
  next: Named;
  basis: Named;
}

type Text = readonly [zh: string, en: string];
const help = (who: Text, next: Text, basis: Text): Help => ({ who, next, basis });

const clerks: Text = [
  "培训科经办人、初审人员审核；其他局端人员只能查看",
  "Clerks and first reviewers decide; others of the bureau read",
];
const clerksAlone: Text = ["培训科经办人审核；其他局端人员只能查看", "Clerks decide; others of the bureau read"];
const institution: Text = ["本机构管理员办理；教师只能查看", "Administrators of the own institution; teachers read"];
const bureauReads: Text = ["局端人员查看", "People of the bureau read"];
const own: Text = ["本人", "You, for yourself"];
const administrators: Text = [
  "系统管理员办理；涉及审核、拨付等职责的，须由两名系统管理员共同办理",
  "System administrators; what concerns duties such as review and payment takes two of them",
];

const examReaders: Text = [
  "培训科经办人；考评员和机构只看到与自己有关的考试",
  "Clerks; assessors and institutions see the exams of their own",
];
const firstReviewers: Text = [
  "初审人员；与申请、登记考勤成绩、复审、拨付有关的人员须回避",
  "First reviewers who neither filed, recorded, review second nor pay",
];
const ofFindings: Text = [
  "不符合项须处理，警告须人工确认并说明理由",
  "Blocking findings are resolved, warnings confirmed by hand with a reason",
];
const secondReview = help(
  ["复审人员，且不是该申请的初审人", "Second reviewers who did not review it first"],
  ["通过后公示；可退回初审或申请人", "Passed claims are published; others go back to first review or applicant"],
  ["初审后金额有变化的，退回初审", "A total that changed since the first review goes back to it"],
);
const reviewOfClaim = help(
  [
    "初审人员和复审人员先后审核，同一人不能办理两次；其他局端人员只能查看",
    "A first and a second reviewer, never the same person; others of the bureau read",
  ],
  [
    "初审通过后复审，复审通过后公示；退回的修改后重新提交",
    "Passed in first review it goes to the second, then to public notice; a returned one is corrected",
  ],
  ofFindings,
);

const imports = (who: Text): Help =>
  help(
    who,
    [
      "撤销后，新增的数据删除，修改过的数据恢复为导入前的内容，均记入办理记录",
      "Undoing removes what was added and restores what was changed; the history tells both",
    ],
    [
      "导入30天内、且数据没有后续业务或变动时可以撤销",
      "An import can be undone for 30 days, until one of its rows is changed or used",
    ],
  );

const tasks = help(
  [
    "办理人、候选角色或部门的人员；本人发起的不能由本人审批",
    "Who has the task, or is a candidate for it; nobody approves what they started",
  ],
  [
    "同意后到下一环节；不同意或退回须说明原因，由发起人修改后重新提交",
    "Once agreed it goes on; refusing or returning takes a reason, and its starter hands it in again",
  ],
  ["按部署的流程图办理，每一步留痕", "By the process as it was deployed; every step is recorded"],
);

/** Pages with rules of their own. */
const pages = {
  "/work/start": help(
    ["流程允许的角色", "The roles that a process names"],
    ["提交后由第一个环节的人员办理", "Whoever has the first step gets it"],
    ["按最新的部署版本", "By the version deployed last"],
  ),
  "/work/claim": tasks,
  "/work/todo": tasks,
  "/work/done": tasks,
  "/work/send": help(
    ["发起人", "Who started it"],
    ["可以催办；无人办理前可以撤回", "It can be urged, and withdrawn while nobody has acted on it"],
    ["撤回或删除后业务恢复为未提交", "Withdrawn or deleted, its row is as before it was handed in"],
  ),
  "/work/copy": help(
    ["收到抄送的人员", "Who was sent a copy"],
    ["打开后标为已读", "Opened ones are marked as read"],
    ["抄送不参与审批", "A copy takes no part in the approval"],
  ),
  "/work/stand-in": help(
    ["本人设置；系统管理员可为他人设置", "Everybody for themselves; system administrators for others"],
    ["期间内代理人收到并办理其任务，记录中注明代办", "Meanwhile the stand-in gets the tasks; the history names both"],
    ["起止日期均包含在内", "First and last day are included"],
  ),
  "/resource/imports": imports([
    "局端人员查看；有相应导入权限的可以撤销本局的导入",
    "People of the bureau read; whoever may import into a list may undo the bureau's imports into it",
  ]),
  "/my/imports": imports([
    "本单位管理员查看和撤销本单位的导入",
    "Administrators of the own institution or enterprise read and undo its imports",
  ]),
  "/plan/index": help(
    ["培训科经办人编制和下达；其他局端人员只能查看", "Clerks draw up and release; others of the bureau read"],
    ["下达后，机构可在申报期内申报机构计划", "Once released, institutions declare their plans within the window"],
    [
      "总人数不得低于已分配人数；已使用的计划不能删除",
      "The headcount stays above what is allocated; a plan in use is not deleted",
    ],
  ),
  "/plan/org": help(
    clerks,
    [
      "通过后机构可据此开班；退回的修改后重新提交",
      "Once approved, the institution opens classes under it; returned ones are corrected",
    ],
    ["通过人数合计不得超过培训计划总人数", "Approved headcounts together never exceed the plan"],
  ),
  "/my/plan": help(
    institution,
    ["提交后由人社局审核，通过后可以开班", "After submission the bureau decides; then classes can be opened"],
    ["须在申报期内，且课程已获批准", "Within the window, for courses approved for the institution"],
  ),
  "/class/index": help(
    clerks,
    [
      "确认后按课程表培训并登记考勤；退回的由机构修改后重新提交",
      "Confirmed classes are taught by their timetable; returned ones are corrected",
    ],
    [
      "全部学员已审核，课程表和学员时间不冲突，且尚未开班",
      "All students checked, no clash of timetable or students, and not started yet",
    ],
  ),
  "/class/review": help(
    clerks,
    [
      "确认后机构和学员收到通知；退回的由机构修改后重新提交",
      "Institution and students are notified; returned classes are corrected",
    ],
    [
      "全部学员已审核，课程表和学员时间不冲突，且尚未开班；本人提交的班级不能自己确认",
      "All students checked, no clash, not started; never one’s own submission",
    ],
  ),
  "/class/detail/:id": help(
    [
      "机构填写和提交，培训科经办人、初审人员审核；其他人员查看",
      "The institution fills in and submits, clerks and first reviewers decide; others read",
    ],
    [
      "页首显示下一步由谁办理；花名册、课程表、考勤、考核、证书和补贴均在本页办理",
      "The head says who is next; roster, timetable, attendance, assessment, certificates and claims are dealt with here",
    ],
    [
      "已提交的班级退回后才能修改；按角色显示和脱敏",
      "Closed once submitted, until it is returned; shown and masked by role",
    ],
  ),
  "/class/student": help(
    clerks,
    [
      "本班学员全部处理后，即可确认班级；被退回的学员在确认时移出花名册",
      "Once every student is decided, the class is confirmed; returned ones leave the roster then",
    ],
    [
      "身份、人员类别证明、是否重复享受补贴等核验结果",
      "Identity, proof of category, earlier subsidies and the other checks",
    ],
  ),
  "/my/class": help(
    institution,
    [
      "提交后由人社局审核学员并确认班级；审核开始前可以撤回",
      "After submission the bureau checks the students and confirms; until it begins you can withdraw",
    ],
    [
      "花名册、课时和实操比例、教师和教室不冲突、教学计划、提前提交的工作日",
      "Roster, hours and practice share, no clash of teacher or room, teaching plan, working days ahead",
    ],
  ),
  "/my/class/schedule": help(
    ["本机构管理员和任课教师", "Administrators of the institution, and its teachers for their lessons"],
    [
      "考勤计入每名学员的出勤率；达标的可以申请考核和补贴",
      "Attendance makes up each rate; those above the limit go on to assessment and subsidy",
    ],
    [
      "登记期限内可以修改，之后只能由人社局说明原因后更正",
      "Changed within the days allowed; afterwards only by the bureau, with a reason",
    ],
  ),
  "/my/class/student": help(
    institution,
    ["随班级提交，由人社局逐人审核", "Submitted with the class; the bureau checks each person"],
    [
      "班级提交后花名册不能修改；同一时间不能参加两个班",
      "Closed once the class is submitted; nobody is in two classes at once",
    ],
  ),
  "/my/class/sign": help(
    institution,
    [
      "通过的报名可转入花名册；退回的由本人修改后重新提交",
      "Accepted sign-ups go to the roster; returned ones are corrected by the person",
    ],
    ["先到先得，名额满即止", "First come, first served, up to the seats"],
  ),
  "/test/org": help(
    clerks,
    [
      "核定时间地点后抽取考评员，签到后登记成绩",
      "Date and place are fixed, assessors drawn; scores follow once they have signed in",
    ],
    ["出勤率达标、符合申报条件、按规定天数提前申请", "Attendance, the conditions of the level, applied for in time"],
  ),
  "/my/test": help(
    institution,
    ["提交后由人社局核定考核时间地点", "After submission the bureau fixes date and place"],
    [
      "出勤率达标、符合申报条件、按规定天数提前申请；有已合格科目的可保留",
      "Attendance, the conditions of the level, in time; passed parts are kept for a while",
    ],
  ),
  "/test/grade": help(
    ["登分人员登记，另一人复核，发布后本人可见", "One enters, another checks; published grades are seen by the person"],
    [
      "发布后可核发证书；此后只能说明原因逐人更正",
      "Certificates follow; afterwards corrections are made one by one, with a reason",
    ],
    [
      "各科均合格方为合格，不以高补低；违纪按不合格",
      "Every part must be passed, none makes up for another; violations fail",
    ],
  ),
  "/cert/index": help(
    ["培训科经办人核发和作废；其他局端人员查看", "Clerks issue and revoke; others of the bureau read"],
    ["核发后公众可扫码查验；发证后可申请补贴", "Anybody can check it by its code; the class can be claimed for"],
    [
      "编号不重复使用，只能作废不能删除；补贴申请中的须先退回申请",
      "Numbers are never reused; revoked, not deleted; not while a claim stands on it",
    ],
  ),
  "/my/subsidy": help(
    institution,
    ["提交后经自动校验、初审、复审、公示，再由财政拨付", "Automatic check, two reviews, public notice, then payment"],
    [
      "发证后在申领期限内提交；金额按标准计算，可少不可多",
      "Within the months after certification; amounts by the standard, less but never more",
    ],
  ),
  "/ent/subsidy": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["提交后经自动校验、初审、复审、公示，再由财政拨付", "Automatic check, two reviews, public notice, then payment"],
    [
      "发证后（岗前培训为成绩发布后）在申领期限内提交；职工须在职并由本企业参保",
      "Within the months after certification, of pre-job training after the grades; staff still employed and insured by the enterprise",
    ],
  ),
  "/subsidy/ent/first": help(
    firstReviewers,
    [
      "通过后进入复审；退回的由企业修改后重新提交",
      "Passed claims go to the second review; returned ones are corrected by the enterprise",
    ],
    ofFindings,
  ),
  "/subsidy/org/first": help(
    firstReviewers,
    [
      "通过后进入复审；退回的由机构修改后重新提交",
      "Passed claims go to the second review; returned ones are corrected",
    ],
    ofFindings,
  ),
  "/subsidy/org/re": secondReview,
  "/subsidy/ent/re": secondReview,
  "/subsidy/org/:id": reviewOfClaim,
  "/subsidy/ent/:id": reviewOfClaim,
  "/subsidy/pay": help(
    ["财务人员", "Finance"],
    ["公示期满后送财政，再确认到账或登记失败", "After the public notice it is sent; then paid or failed is recorded"],
    [
      "公示期满且无未答复的异议；到账金额与核定金额一致",
      "Public notice over, no open objection; the amount paid is the one approved",
    ],
  ),
  "/subsidy/objection": help(
    ["培训科经办人答复", "Clerks answer"],
    ["本人收到答复；答复前该笔补贴暂停拨付", "The person reads the answer; payment waits until then"],
    ["公示异议和本人提出的异议", "Objections during public notice, and of persons to subsidies in their name"],
  ),
  "/subsidy/recovery": help(
    ["财务人员登记追回；不予追回须由另一人复核", "Finance records; a dismissal is decided by another person"],
    [
      "登记追回决定后计入台账；认定虚假培训的限制申领",
      "The decision enters the ledger; false training bars from claiming",
    ],
    [
      "证书作废、出勤不足、虚假培训、重复拨付等事实",
      "Facts: revoked certificate, low attendance, false training, paid twice",
    ],
  ),
  "/subsidy/bar": help(
    ["复审人员解除", "Second reviewers clear"],
    ["限制期间不能为该机构、课程或人员申领", "While it stands, nothing is claimed for institution, course or person"],
    [
      "追回决定认定虚假培训；班级的限制永久有效",
      "A decision that found false training; the bar of a class is permanent",
    ],
  ),
  "/org/index": help(
    clerksAlone,
    ["通过后机构可以申报计划和开班", "Once approved, the institution files plans and opens classes"],
    [
      "许可证、信用代码、场地和材料；账户变更由另一人审核",
      "Licence, credit code, site and documents; accounts are approved by another person",
    ],
  ),
  "/my/org/info": help(
    institution,
    [
      "备案提交后由人社局审核；部分变更审核后生效",
      "The bureau approves the filing; some changes take effect after approval",
    ],
    ["许可证有效期、材料齐全", "A valid licence and complete documents"],
  ),
  "/enterprise/total": help(
    [
      "企业或经办人填写；收款账户由另一名经办人审核",
      "Enterprises or clerks fill it in; another clerk approves the account",
    ],
    [
      "参保人数和欠薪信息取自登记接口；账户审核通过后才用于拨付",
      "Insured staff and arrears come from the registers; an account is paid to once it is approved",
    ],
    [
      "每家企业每年一份；提交过账户任何内容的人不能审核",
      "One record a year; whoever wrote any of an account does not approve it",
    ],
  ),
  "/ent/total": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "参保人数和欠薪信息取自登记接口；收款账户由人社局审核后生效",
      "Insured staff and arrears come from the registers; the account takes effect once the bureau approves it",
    ],
    [
      "每年填写一份；已培训、取证和拨付由系统计算",
      "One record a year; trainings, certificates and payments are computed",
    ],
  ),
  "/ent/class": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "提交后由人社局审核；退回的修改后重新提交",
      "Once submitted, the bureau reviews the class; a returned one is corrected and sent again",
    ],
    [
      "须有本年度企业台账；开班前五个工作日提交，课程安排排满课时；学徒须有一年以上合同和导师",
      "This year's record is filed; submitted five working days ahead, with lessons for all hours; apprentices have a contract of a year and a master",
    ],
  ),
  "/ent/investigation": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "填报后由人社局核实；在现场没有网络时用「现场记录」填写，有网络后自动发送",
      "Once filed, the bureau verifies it. Without a network it is written under «On site», and sent later",
    ],
    [
      "本企业的班级，或机构为本企业开设的班级（填班级编号）；同一班级同一日期同一类型一份",
      "Own classes, or one trained to order for the enterprise (by its number); one a day for each class and kind",
    ],
  ),
  "/ent/student": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "名单在班级内录入或导入，随班级提交审核；通过后只能登记是否在岗",
      "People are entered or imported in their class and reviewed with it; then only whether they still work here is changed",
    ],
    [
      "参保和合同信息取自登记接口；出勤率由考勤表计算",
      "Insurance and contracts come from the registers; attendance is computed from the sheets",
    ],
  ),
  "/ent/grade": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["合格后由人社局发证", "The bureau issues certificates to those who passed"],
    [
      "自主评价的成绩登记后可见，其他成绩发布后可见",
      "Grades of own assessments are seen once entered, others once published",
    ],
  ),
  "/enterprise/student": help(
    bureauReads,
    ["名单在班级页面审核", "People are reviewed with their class, on its page"],
    [
      "参保和合同信息取自登记接口；出勤率由考勤表计算",
      "Insurance and contracts come from the registers; attendance is computed from the sheets",
    ],
  ),
  "/enterprise/class": help(
    clerks,
    [
      "通过后企业按课程安排培训并登记考勤；退回的由企业修改后重新提交",
      "Approved classes are taught by their timetable; returned ones are corrected by the enterprise",
    ],
    [
      "开班日期前审核；提交人不能审核；审核后只有经办人可以终止",
      "Reviewed before the first day, not by who submitted; afterwards a clerk alone ends a class",
    ],
  ),
  "/work/summary": help(
    ["人社局各岗位；机构和企业查看本单位", "Everybody of the bureau; units see their own"],
    ["点击数字进入所统计的列表，点击分组查看明细", "A figure leads to its rows, a group to its own figures"],
    [
      "统计口径见页面下方；不足五人的就业率不显示",
      "How figures are counted stands below; no rate of employment over fewer than five",
    ],
  ),
  "/competition/notice": help(
    clerksAlone,
    ["发布后各机构、企业和个人可以报名", "Published, institutions, enterprises and people register"],
    ["发布前须有竞赛项目；已发布的须先撤回再修改", "It needs items; a published one is withdrawn before it is changed"],
  ),
  "/competition/register": help(
    clerksAlone,
    ["通过后生成参赛编号并短信通知", "Accepted ones get their number by text message"],
    ["每个项目同一人只能报名一次，名额不超", "Once for each person and item, within its places"],
  ),
  "/competition/record": help(
    clerksAlone,
    ["按项目公布，选手和单位可见", "Published item by item; contestants and their units see it"],
    [
      "总成绩为理论30%加实操70%，同分并列；公布后凭原因更正",
      "Theory 30 % and practice 70 %, ties share a rank; corrected with a reason once published",
    ],
  ),
  "/ass/question": help(
    ["考评员", "Assessors"],
    ["启用的试题可以组卷", "Papers are drawn from questions in use"],
    ["题干不重复；修改后留下以前的版本", "No stem stands twice; a change keeps the edition before it"],
  ),
  "/ass/competition": help(
    ["考评员", "Assessors"],
    ["由人社局按项目公布", "The bureau publishes them item by item"],
    [
      "只凭参赛编号登分；公布后由人社局凭原因更正",
      "By the contestant’s number alone; the bureau corrects what is published",
    ],
  ),
  "/my/competition": help(
    institution,
    ["提交后由人社局审核，通过后短信通知参赛编号", "The bureau decides; the number comes by text message"],
    ["报名时间内、名额以内；竞赛开始前可以取消", "Within the window and the places; withdrawn until it begins"],
  ),
  "/ent/competition": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["提交后由人社局审核，通过后短信通知参赛编号", "The bureau decides; the number comes by text message"],
    ["报名时间内、名额以内；竞赛开始前可以取消", "Within the window and the places; withdrawn until it begins"],
  ),
  "/stu/competition": help(
    own,
    ["提交后由人社局审核，通过后短信通知参赛编号", "The bureau decides; the number comes by text message"],
    ["只能为本人报名", "Only for yourself"],
  ),
  "/class/evaluation": help(
    ["学员本人评价；局端人员查看", "Students evaluate; the bureau reads"],
    ["满5份后机构可见汇总和意见", "From five answers on, the institution sees averages and suggestions"],
    [
      "结业后评价一次，7日内可修改；匿名评价不显示姓名",
      "Once after the class, changed within 7 days; anonymous ones show no name",
    ],
  ),
  "/my/class/evaluation": help(
    ["学员本人评价；机构查看", "Students evaluate; the institution reads"],
    ["每班满5份后显示", "A class is shown from five answers on"],
    ["匿名评价不显示姓名", "Anonymous ones show no name"],
  ),
  "/stu/evaluation": help(
    own,
    ["7日内可修改", "Changed within 7 days"],
    ["班级结业后评价一次；匿名时任何人看不到姓名", "Once after the class; anonymous, nobody sees your name"],
  ),
  "/class/employment": help(
    clerksAlone,
    ["按社保和合同备案自动核验", "Checked against insurance and contracts on file"],
    ["结业后六个月内最近一次计入就业率", "The latest within six months counts"],
  ),
  "/my/class/employment": help(
    institution,
    ["按社保和合同备案自动核验", "Checked against insurance and contracts on file"],
    ["结业后六个月内最近一次计入就业率", "The latest within six months counts"],
  ),
  "/stu/employment": help(
    own,
    ["按社保和合同备案自动核验", "Checked against insurance and contracts on file"],
    ["结业后填报就业去向", "What you do after the class"],
  ),
  "/talent/technician": help(
    ["培训科经办人登记；其他局端人员只能查看", "Clerks enter; others of the bureau read"],
    [
      "按证书登记前列出新增和不一致的人员，核对后登记",
      "Before the register is filled from certificates, who is new or differs is listed and looked through",
    ],
    [
      "三级及以上证书持有人；同一人同一职业同一等级只登记一次；已有研修记录的不能删除",
      "Holders of the levels 3 to 1; once for each person, occupation and level; whoever has a study on record is not removed",
    ],
  ),
  "/ent/technician": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["登记后可填报技师研修", "Whoever is in the register can be reported for a study"],
    [
      "三级及以上证书持有人；同一人同一职业同一等级只登记一次",
      "Levels 3 to 1; once for each person, occupation and level",
    ],
  ),
  "/talent/jsyx": help(
    ["初审、复审人员审核；经办人登记", "First and second reviewers decide; clerks enter"],
    [
      "初审和复审由两人办理；完成后本人和所在企业可见",
      "Two people review; completed, the person and the enterprise see it",
    ],
    [
      "合格的研修不少于40课时；填报人不能审核",
      "A study that was passed has at least 40 hours; nobody reviews what they wrote",
    ],
  ),
  "/ent/jsyx": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "提交后由人社局初审、复审；退回的修改后重新提交",
      "The bureau reviews twice; a returned one is corrected and sent again",
    ],
    ["仅限本企业职工；合格的研修不少于40课时", "Staff of the own enterprise; at least 40 hours where it was passed"],
  ),
  "/my/jsyx": help(
    ["机构管理员", "The administrator of the institution"],
    [
      "提交后由人社局初审、复审；退回的修改后重新提交",
      "The bureau reviews twice; a returned one is corrected and sent again",
    ],
    [
      "按姓名和证件号码查找技能人才；合格的研修不少于40课时",
      "The person is found by name and ID number; at least 40 hours where it was passed",
    ],
  ),
  "/stu/talent": help(
    own,
    ["信息有误请联系所在企业或人社局", "Errors are put right by the enterprise or the bureau"],
    ["仅显示本人的登记和已完成的研修", "One's own records and completed studies alone"],
  ),
  "/enterprise/injury": help(
    ["培训科经办人锁定；系统管理员凭理由解锁", "Clerks lock; the system administrator unlocks with a reason"],
    [
      "锁定后企业不能修改，计入统计；重伤和死亡通知领导",
      "Locked ones are not changed and count; the leader is told of serious injuries and deaths",
    ],
    ["锁定前须填写整改措施", "Measures are filled in before the lock"],
  ),
  "/ent/injury": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["人社局核对后锁定，此后不能修改", "The bureau checks and locks it; then it is not changed any more"],
    ["损失105日及以上为重伤；死亡须填写死亡人数", "105 days lost or more are serious; deaths go with their number"],
  ),
  "/test/enterprise": help(
    clerks,
    [
      "核定时间地点；评价方式四至六由企业登分，其余由考评员登分，另一人复核后发布",
      "Date and place are fixed; the enterprise scores modes 4 to 6, assessors the others, and another person checks",
    ],
    [
      "出勤率达标、按规定天数提前申请；自主评价须有备案编码",
      "Attendance, applied for in time; an evaluation of its own needs the filed code",
    ],
  ),
  "/ent/test": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "提交后由人社局核定时间地点；考核后登记成绩，复核发布后核发证书",
      "The bureau fixes date and place; scores are entered after the assessment, checked, published and certified",
    ],
    [
      "班级已结业、课时全部完成、出勤率达标；首考不合格的可补考",
      "The class is over with all lessons held and enough attendance; who failed may make up for it",
    ],
  ),
  "/cert/enterprise": help(
    ["培训科经办人核发和作废；其他局端人员查看", "Clerks issue and revoke; others of the bureau read"],
    ["核发后公众可扫码查验；发证后可申请补贴", "Anybody can check it by its code; the class can be claimed for"],
    [
      "编号与机构学员证书统一编排，不重复使用，只能作废不能删除",
      "Numbered together with those of institutions, never reused; revoked, not deleted",
    ],
  ),
  "/ent/cert": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    ["核发后可下载打印；职工本人可在个人端查看", "Downloaded and printed here; staff see their own"],
    ["成绩发布后由人社局核发", "Issued by the bureau once grades are published"],
  ),
  "/ent/sign": help(
    ["本企业管理员", "The administrator of the own enterprise"],
    [
      "提交后由机构逐人审核，通过的进入花名册",
      "Once sent, the institution decides on each person; those accepted are on the roster",
    ],
    [
      "须为本单位参保职工，名额足够，全部符合条件才能提交；一个班级同时只能有一份未办结的报名",
      "Insured by the enterprise, with a seat for each; all pass or none. One open sign-up for a class at a time",
    ],
  ),
  "/enterprise/sign": help(
    ["局端人员查看；由机构逐人审核", "People of the bureau read; the institution decides on each person"],
    [
      "全部办结后企业收到通知；未办结前企业可以撤销",
      "The enterprise hears once all is decided, and may withdraw until then",
    ],
    ["名额、年龄、时间冲突和重复补贴与个人报名相同", "Seats, ages, clashes and earlier subsidies as for everybody"],
  ),
  "/work/progress": help(
    [
      "培训科经办人和审核人员催报；经办人、复审人员关闭月份",
      "Clerks and reviewers remind; clerks and second reviewers close months",
    ],
    [
      "催报以站内消息和短信发送；月份关闭后，该月及以其结束的季度、年度台账不再变动",
      "Units are reminded by notice and SMS; once a month is closed, nothing that ends in it changes",
    ],
    [
      "同一单位同一期间每天最多催报一次；关闭的月份仅复审人员可以重新开放，须填写原因",
      "A unit is reminded once a day; only second reviewers reopen a month, with a reason",
    ],
  ),
  "/policy/change": help(
    ["一人提出，另一人批准", "One proposes, another approves"],
    [
      "批准后按生效日期执行；已提交的申请仍按提交时的标准",
      "In force from its day; claims submitted before keep their standards",
    ],
    ["补贴标准、对照表和公式参数的每次变更", "Every change of standards, kinds and formula parameters"],
  ),
  "/stu/sign": help(
    own,
    [
      "机构审核后短信通知；通过后进入花名册",
      "The institution decides and tells you by SMS; then you are on the roster",
    ],
    [
      "须在报名期限内且有余位；同一时间不能参加两个班",
      "Within the sign-up days and while seats are free; never two classes at once",
    ],
  ),
  "/stu/class": help(
    own,
    ["出勤率达标后可参加考核", "With enough attendance you are admitted to the assessment"],
    ["出勤率按已上课时计算", "The rate counts the hours held so far"],
  ),
  "/stu/cert": help(
    own,
    ["可出示二维码或下载 PDF；任何人可扫码查验", "Show the code or download the PDF; anybody can check it"],
    ["考核合格并由发证单位核发", "Assessment passed, and issued"],
  ),
  "/exam/index": help(
    ["经办人安排考试，考评员监考", "Clerks hold exams, assessors invigilate"],
    [
      "发布后到时开考、到时结束；全部答卷评分后完成阅卷，正式考试成绩写入考核成绩",
      "Opens and ends by the clock; once all papers are graded, scores of formal exams become grades",
    ],
    ["发布后不能修改；有人答题后不能作废", "Not changed once published, not voided once somebody has started"],
  ),
  "/my/exam": help(
    ["机构安排本机构的模拟考试", "Institutions hold practice exams of their classes"],
    ["发布后到时开考", "Opens by the clock once published"],
    ["试题从本机构自建题目中抽取", "Drawn from the institution’s own questions"],
  ),
  "/ass/exam": help(
    ["分派到的考评员", "Assessors who are assigned"],
    ["全部评分后由经办人完成阅卷", "The clerk closes the exam once all papers are graded"],
    ["作废答卷由经办人办理", "The clerk voids papers"],
  ),
  "/stu/exam": help(
    ["本人", "Oneself"],
    [
      "交卷后立即评分；正式考试阅卷完成后可查看答卷并提异议",
      "Marked at once; formal papers can be read and objected to once graded",
    ],
    [
      "以服务器时间为准；断网可继续作答，恢复后自动提交",
      "The server’s clock decides; without a network one goes on, and answers are sent later",
    ],
  ),
  "/exam/room/:id": help(
    [
      "培训科经办人和分派到的考评员监考；机构监考本机构的模拟考试",
      "Clerks and assigned assessors invigilate; institutions their own practice",
    ],
    [
      "可以发通知、延时、核验身份；作废由经办人说明原因",
      "Announcements, more time and identity checks; clerks void papers, with a reason",
    ],
    [
      "以服务器时间为准；身份待核验的答卷不能评分",
      "The server’s clock decides; a paper whose identity check is open is not graded",
    ],
  ),
  "/exam/paper/:id": help(
    [
      "培训科经办人和分派到的考评员评分；机构在阅卷完成后查看",
      "Clerks and assigned assessors grade; institutions read it once the exam is graded",
    ],
    ["全部答卷评分后由经办人完成阅卷", "The clerk closes the exam once all papers are graded"],
    [
      "按标准答案自动评分；题目有误的更正答案或按满分处理",
      "Marked by the key; the key of a faulty question is corrected, or it gives full points",
    ],
  ),
  "/exam/analysis/:id": help(
    examReaders,
    [
      "题目有误的更正答案或按满分处理，全部答卷随之重新评分",
      "The key of a faulty question is corrected, or it gives full points; all papers are marked anew",
    ],
    ["作废的答卷不计入", "Void papers do not count"],
  ),
  "/exam/results": help(
    examReaders,
    ["点击分组查看其中的考试", "A group opens into its own figures"],
    ["只统计已结束的考试；作废的答卷不计入", "Exams that are over; void papers do not count"],
  ),
  "/dict-horizontal/index": help(
    ["系统管理员维护", "System administrators maintain"],
    ["变更立即生效", "Changes apply at once"],
    ["所有租户共用；已被引用的不能删除", "Shared by all tenants; what is in use is not removed"],
  ),
  "/desk/notice": help(
    ["系统管理员和培训科经办人发布；其他人员阅读", "System administrators and clerks publish; others read"],
    ["到发布日期后显示；阅读后标为已读", "Shown from its release on; read ones are marked"],
    ["仅培训机构、企业和局端人员可见", "For institutions, enterprises and the bureau"],
  ),
} satisfies { readonly [path in ListedPage]?: Help };

type FirstOf<Address extends string> = Address extends `/${infer First}/${string}` ? First : never;
/** The first part of an address; the pages of processes are an area of their own. */
type Area = FirstOf<PageAddress> | "process";

const basics = help(
  ["培训科经办人维护", "Clerks maintain"],
  ["有效的数据可在业务中选用", "Valid entries can be chosen"],
  ["已被引用的不能删除，可改为无效", "What is in use is set invalid, not deleted"],
);

/** All other pages, by the first part of their address. */
const areas = {
  report: help(
    [
      "系统管理员和培训科经办人设计；按角色共享给各岗位查看",
      "Administrators and clerks design; the roles that a report is shared with read it",
    ],
    [
      "可导出、打印，也可定期发送给自己；修改后旧版次可以恢复",
      "Exported, printed, or sent to oneself regularly; earlier versions can be restored",
    ],
    [
      "只显示查看人在相应列表中能看到的数据，脱敏规则相同；人员统计不足5人的分组不显示",
      "Shows what the reader sees in the list itself, masked alike; no figures of fewer than five people",
    ],
  ),
  my: help(
    institution,
    ["提交的内容由人社局审核", "What is submitted is decided by the bureau"],
    ["只能办理本机构的数据", "Only data of the own institution"],
  ),
  stu: help(
    own,
    ["有变化时以短信或通知告知", "Changes are told by SMS or notice"],
    ["只显示本人的数据", "Only your own data"],
  ),
  ass: help(
    ["被指派的考评员", "Assessors who are assigned"],
    ["签到后登记成绩，由另一人复核后发布", "After signing in scores are entered, checked by another, published"],
    ["与考生或机构有关系的应当回避", "Whoever is close to candidates or institution steps aside"],
  ),
  class: help(
    bureauReads,
    ["在班级页面办理", "Dealt with on the page of the class"],
    ["按角色显示和脱敏", "Shown and masked by role"],
  ),
  org: help(
    clerksAlone,
    ["通过后机构可以使用；退回的修改后重新提交", "Once approved the institution uses it; returned ones are corrected"],
    ["材料齐全、在有效期内", "Complete documents that are valid"],
  ),
  exam: help(
    ["经办人和考评员维护题库", "Clerks and assessors keep the question bank"],
    [
      "启用的试题可以组卷，用过的停用而不删除",
      "Papers are drawn from questions in use; used ones are put out of use, not removed",
    ],
    ["题干不重复；修改后留下以前的版本", "No stem stands twice; a change keeps the edition before it"],
  ),
  test: help(
    bureauReads,
    ["在考核申请页面办理", "Dealt with on the page of the application"],
    ["考评员应当回避的不得参加", "Assessors with a conflict of interest take no part"],
  ),
  subsidy: help(
    bureauReads,
    ["在申请页面查看明细和依据", "Rows and evidence are on the page of the claim"],
    ["自动校验规则和补贴标准", "The automatic checks and the standards"],
  ),
  basics,
  "dict-vertical": basics,
  base: help(
    ["系统管理员维护", "System administrators maintain"],
    ["变更立即生效", "Changes apply at once"],
    ["国家行政区划代码", "The national region codes"],
  ),
  work: help(
    ["填报单位填报，局端两人先后审核", "Units report; two people of the bureau review, one after the other"],
    [
      "提交后进入初审、复审，完成后计入年度汇总；退回的修改后重新提交",
      "Submitted records go through two reviews and then count in the year; returned ones are corrected",
    ],
    [
      "同一单位同一期间只能填报一次；取证≤合格≤结业，与系统数据不一致的须说明原因",
      "Once a unit and period; certified ≤ passed ≤ finished, and a reason where figures differ from the system’s",
    ],
  ),
  enterprise: help(
    ["经办人填报，另一人核实", "Clerks fill in, another person verifies"],
    ["核实后结果记入班级", "Verified results are recorded with the class"],
    ["抽查对象由系统抽取，不能更换", "The sample is drawn by the system and not replaced"],
  ),
  ext: help(
    ["经办人和审核人员", "Clerks and reviewers"],
    ["每次查询留痕", "Every look-up is recorded"],
    ["须填写查询事由", "A purpose must be given"],
  ),
  info: help(
    own,
    ["变更立即生效，换手机须验证", "Changes apply at once; a new phone is verified"],
    ["密码和两步验证规则", "The rules of passwords and second factors"],
  ),
  information: help(
    ["培训科经办人发布", "Clerks publish"],
    ["接收对象登录后可见", "Its audience sees it on signing in"],
    ["已发布的须先撤回再修改", "Published ones are withdrawn before a change"],
  ),
  myiframe: help(
    ["登录人员", "Anyone signed in"],
    ["内容由外部系统提供", "Another system provides what is shown"],
    ["按角色显示", "Shown by role"],
  ),
  wel: help(
    ["登录人员", "Anyone signed in"],
    ["点击数字进入所统计的列表", "A number leads to the list it counts"],
    ["只统计您能看到的数据", "It counts what you may see"],
  ),
  authority: help(
    administrators,
    ["保存前显示谁得到或失去什么权限", "Before saving, who gains and loses what is shown"],
    ["每次变更留痕并可撤销", "Each change is recorded and can be undone"],
  ),
  system: help(
    administrators,
    ["变更立即生效并留痕", "Changes apply at once and are recorded"],
    ["不能变更本人的角色和权限", "You cannot change your own roles and rights"],
  ),
  monitor: help(
    ["系统管理员和审计人员查看", "System administrators and auditors read"],
    ["记录只增不改", "Records are only added"],
    ["按最少保留期限保存", "Kept at least as long as the parameter says"],
  ),
  resource: help(administrators, ["测试通过后启用", "Enabled once tested"], ["密钥只写不显示", "Keys are never shown"]),
  process: tasks,
  flow: help(
    ["系统管理员", "System administrators"],
    [
      "部署后成为新版本；运行中的流程按原版本办理，可以迁移",
      "A deployment is the next version; what runs goes on by its own, and can be migrated",
    ],
    [
      "有错误的模型不能部署；有运行中流程的部署不能删除",
      "A model with errors is not deployed; a deployment with running processes is not removed",
    ],
  ),
  tool: help(
    ["系统管理员", "System administrators"],
    ["生成的代码以压缩包下载", "Generated code comes as an archive"],
    ["须在设置中启用", "Has to be enabled in the settings"],
  ),
} satisfies { readonly [area in Area]?: Help };

/** The help of a page; every page of the product has one. */
export function findHelp(path: string): Help | undefined {
  const [, first = "", second = ""] = path.split("/");
  const area = second === "work" || second === "process" ? second : first;
  const known: Readonly<Record<string, Help>> = pages;
  const around: Readonly<Record<string, Help>> = areas;
  // The page of a row goes by the help of its list.
  return known[path] ?? known[`/${first}/${second}`] ?? around[area];
}
