import { deskNoticeCalls } from "@jipei/contract/notices/desk-notice.ts";
import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { openPast } from "./past.ts";

/** Of the two years before: days ago, days until it ended if it did, for whom, title, text. */
const earlier = [
  [
    700,
    null,
    ["UsedByOrg", "enterprise"],
    "关于启用职业技能培训管理系统的通知",
    "<p>自本月起，开班备案、考勤、考核和补贴申领均在线办理，纸质材料不再受理。</p>",
  ],
  [
    610,
    60,
    ["UsedByOrg"],
    "关于开展定点培训机构年度检查的通知",
    "<p>检查内容为师资、场地、考勤和资金使用，请于两个月内完成自查并上传报告。</p>",
  ],
  [
    455,
    30,
    ["enterprise"],
    "关于申报企业新型学徒制培训计划的通知",
    "<p>有意开展新型学徒制培训的企业，请在三十日内提出申请。</p>",
  ],
  [
    365,
    20,
    ["public", "UsedByPerson"],
    "全县职业技能大赛报名公告",
    "<p>设电工、焊工、养老护理三个项目，企业职工和院校学生均可报名。</p>",
  ],
  [
    230,
    null,
    ["UsedByOrg", "UsedByManage"],
    "关于规范培训台账填报的通知",
    "<p>月报于次月十日前提交，数据与系统统计不一致的须说明原因；复审完成后按月关闭。</p>",
  ],
] as const;

/** Notices of two years for each audience, published by the clerk, and a draft; desk notices, one of them in the future. */
export async function seedCountyNotices(desk: Desk): Promise<void> {
  const clerk = desk.as("clerk");
  const { records } = await clerk(noticeCategoryCalls.list, {});
  const categoryId = records[0]?.id;
  if (!categoryId) return;
  const step = await openPast(desk);
  const publish = async (notice: object) => {
    const { id } = await clerk(noticeCalls.submit, { ...notice, categoryId });
    await clerk(noticeCalls.setPublishStatus, { ids: id, status: "1" });
  };
  for (const [ago, lasting, target, title, content] of earlier)
    await step(ago, () =>
      publish({ title, target, content, isTop: "0", expireDate: lasting && addDays(today(), lasting) }),
    );
  const year = today().slice(0, 4);
  const notices = [
    {
      title: `关于做好${year}年政府补贴性职业技能培训工作的通知`,
      target: ["UsedByOrg", "UsedByManage"],
      isTop: "1",
      content: `<p>各定点培训机构：</p><p>现就${year}年政府补贴性职业技能培训有关事项通知如下：</p><ol><li>开班前5个工作日提交班级备案，附教学计划和花名册。</li><li>学员出勤率达到80%方可参加考核和申领补贴。</li><li>证书核发之日起12个月内提出补贴申请，逾期不予受理。</li></ol>`,
    },
    {
      title: "劳动者参加补贴性培训须知",
      target: ["UsedByPerson", "public"],
      isTop: "0",
      content:
        "<p>年满16周岁的劳动者可在网上注册账号，选择已开放报名的班级。每人每年可享受不超过3次补贴性培训，同一职业同一等级不重复补贴。</p><p>培训期间请按时签到；对以您名义申领的补贴有异议的，可在“首页”提出。</p>",
    },
    {
      title: "职业技能等级证书网上查验方法",
      target: ["public", "UsedByOrg", "UsedByPerson", "enterprise"],
      isTop: "0",
      content: "<p>扫描证书二维码，或在登录页点击“证书查询”，输入姓名和证书编号即可查验。</p>",
    },
  ];
  for (const notice of notices) await publish(notice);
  await clerk(noticeCalls.submit, {
    title: "下一批考评员培训安排（征求意见）",
    target: ["UsedByManage"],
    isTop: "0",
    content: "<p>拟于下月举办考评员培训，请各科室提出意见。</p>",
    categoryId,
  });
  const deskNotices = [
    {
      title: "关于启用填报台账模块的通知",
      category: "3",
      releaseTime: `${addDays(today(), -705)} 09:00:00`,
      content: "<p>培训工作台账改为在线填报，请各科室按分工做好审核。</p>",
    },
    {
      title: "上年度培训资金绩效自评安排",
      category: "4",
      releaseTime: `${addDays(today(), -310)} 09:00:00`,
      content: "<p>请于月底前完成上年度培训补贴资金绩效自评。</p>",
    },
    {
      title: "系统升级维护安排",
      category: "6",
      releaseTime: `${addDays(today(), -3)} 09:00:00`,
      content: "<p>本周六22:00至24:00系统升级，期间暂停办理业务，请提前安排。</p>",
    },
    {
      title: "转发省厅关于规范培训资金支付的通知",
      category: "3",
      releaseTime: `${addDays(today(), -1)} 10:30:00`,
      content: "<p>现将省厅通知转发给你们，请各科室、各机构遵照执行。</p>",
    },
    {
      title: "年终考核工作安排",
      category: "4",
      releaseTime: `${addDays(today(), 7)} 08:30:00`,
      content: "<p>各科室于月底前报送年度工作总结。</p>",
    },
  ] as const;
  for (const notice of deskNotices) await clerk(deskNoticeCalls.submit, notice);
}
