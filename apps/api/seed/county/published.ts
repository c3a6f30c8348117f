import { noticeCategoryCalls } from "@jipei/contract/notices/notice-category.ts";
import { fileNoticeCalls } from "@jipei/contract/notices/published/file-notice.ts";
import { secondaryInfoCalls } from "@jipei/contract/notices/published/secondary-info.ts";
import { trainNewsCalls } from "@jipei/contract/notices/published/train-news.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { keepFile, paper } from "./files.ts";

/** Days ago, number, title, kind, summary: policy documents and forms. */
const documents = [
  [
    690,
    "县人社发〔{y-1}〕3号",
    "政府补贴性职业技能培训管理办法",
    "4",
    "定点机构、开班备案、考勤、考核、补贴申领与拨付的全流程规定。",
  ],
  [640, "县人社发〔{y-1}〕9号", "职业技能培训补贴标准目录", "4", "按职业（工种）和等级列明的补贴标准。"],
  [420, "县财社〔{y-1}〕21号", "就业补助资金管理实施细则", "4", "培训补贴资金的预算、拨付、公示和绩效。"],
  [300, "县人社发〔{y}〕2号", "企业新型学徒制培训实施方案", "4", "培养协议、预支、考核与结算。"],
  [150, "县人社发〔{y}〕8号", "关于进一步加强培训过程监管的通知", "4", "线上考勤、实地抽查和群众监督。"],
  [120, null, "培训班开班申请表", "5", "机构和企业申请开班时使用。"],
  [120, null, "培训补贴申请表", "5", "附填写说明。"],
  [30, null, "学员满意度调查表", "5", "结业时填写。"],
] as const;

/** Days ago, title, source, text. */
const news = [
  [
    600,
    "首期养老护理员班开班",
    "培训科",
    "来自六个乡镇的四十名学员参加了开班仪式。课程为期二十天，理论与实操各占一半，结业考核合格者由评价机构核发证书。",
  ],
  [520, "叉车司机班送教下乡", "培训科", "培训机构把实训设备搬到乡镇，学员在家门口就能学会一门手艺。"],
  [410, "企业新型学徒制签约仪式举行", "培训科", "八家企业与培训机构签订培养协议，首批学徒一百二十人。"],
  [330, "全县职业技能大赛圆满落幕", "技能办", "电工、焊工、养老护理三个项目决出名次，获奖选手可按规定晋升技能等级。"],
  [210, "补贴资金拨付进度通报", "资金科", "上半年培训补贴按时拨付，未发现重复申领。"],
  [95, "“家门口就业”招聘会吸引千余人", "就业科", "结业学员凭证书优先录用，当场达成意向三百余人。"],
  [40, "焊工高级班结业考核顺利完成", "培训科", "三十名学员参加考核，合格率九成三。"],
  [6, "冬季技能培训课程安排", "培训科", "电工、育婴员、中式面点师等八个工种开放报名，详见培训目录。"],
] as const;

/** Days ago, column, title, text. */
const articles = [
  [
    655,
    "报名指南",
    "报名需要哪些材料",
    "<p>身份证、学历证明；重点群体另附类别证明。材料拍照上传即可，不必到现场提交。</p>",
  ],
  [655, "报名指南", "怎样选择班级", "<p>在“培训目录”中查看正在报名的班级，登录后点“报名”。名额满的班级可以候补。</p>"],
  [
    240,
    "补贴问答",
    "哪些人可以享受补贴",
    "<p>年满16周岁、有培训意愿的劳动者。每人每年不超过三次，同一职业同一等级不重复享受。</p>",
  ],
  [240, "补贴问答", "补贴什么时候到账", "<p>两级审核通过并公示无异议后拨付，一般在公示期满后十五个工作日内。</p>"],
  [690, "联系我们", "办公地点和时间", "<p>县政务服务中心二楼，工作日上午八点半至十二点、下午两点半至六点。</p>"],
] as const;

/** Documents, news and the articles of columns of two years, each published when it was written; one of each is not public. */
export async function seedPublished(desk: Desk): Promise<void> {
  const clerk = desk.as("clerk");
  const by = desk.actor("clerk");
  const thisYear = Number(today().slice(0, 4));
  const dated = (text: string) => text.replace("{y-1}", String(thisYear - 1)).replace("{y}", String(thisYear));
  for (const [ago, fileNo, title, fileKind, summary] of documents) {
    const file = await keepFile(
      desk,
      by,
      `${title}.pdf`,
      await paper(title, { 发文单位: "县人力资源和社会保障局", 摘要: summary }),
    );
    const { id } = await clerk(fileNoticeCalls.submit, {
      fileNo: fileNo && dated(fileNo),
      title,
      issueOrg: "县人力资源和社会保障局",
      issueDate: addDays(today(), -ago),
      fileKind,
      summary,
      attachmentList: [file],
      publishStatus: "1",
    });
    await publish(desk, "file_notice", id, ago);
    await backdate(desk, "file_notice", id, ago);
  }
  await clerk(fileNoticeCalls.submit, {
    title: "培训质量评价办法（征求意见稿）",
    issueOrg: "县人力资源和社会保障局",
    issueDate: today(),
    fileKind: "4",
  });
  for (const [ago, title, source, text] of news) {
    const { id } = await clerk(trainNewsCalls.submit, { title, source, content: `<p>${text}</p>`, publishStatus: "1" });
    await publish(desk, "train_news", id, ago);
    await backdate(desk, "train_news", id, ago);
  }
  await clerk(trainNewsCalls.submit, {
    title: "技能人才表彰大会即将举行",
    source: "技能办",
    content: "<p>大会定于下周召开，届时公布表彰名单。</p>",
    publishStatus: "1",
    publishTime: `${addDays(today(), 5)} 09:00:00`,
  });
  const columns = new Map<string, string>();
  for (const [n, [ago, column, title, content]] of articles.entries()) {
    const made = columns.get(column) ?? (await addColumn(desk, column, columns.size + 11));
    columns.set(column, made);
    const { id } = await desk.as(
      "clerk",
      {},
      ago,
    )(secondaryInfoCalls.submit, {
      categoryId: made,
      title,
      content,
      sort: n + 1,
      isSealed: "0",
    });
    await backdate(desk, "secondary_info", id, ago);
  }
}

const addColumn = async (desk: Desk, categoryName: string, sort: number): Promise<string> =>
  (
    await desk.as("clerk")(noticeCategoryCalls.submit, {
      categoryNo: String(sort),
      categoryName,
      sort,
      isValid: "isValid",
    })
  ).id;

/** Published in the morning of the day some days ago. */
const publish = async ({ tx }: Desk, table: "file_notice" | "train_news", id: string, ago: number): Promise<void> =>
  void (await sql`update ${sql.table(table)} set publish_time = ${`${addDays(today(), -ago)} 09:30:00`} where id = ${id}`.execute(
    tx,
  ));

/** Written some days ago. */
const backdate = async (
  { tx }: Desk,
  table: "file_notice" | "train_news" | "secondary_info",
  id: string,
  ago: number,
): Promise<void> =>
  void (await sql`update ${sql.table(table)} set create_time = create_time - make_interval(days => ${ago}), update_time = update_time - make_interval(days => ${ago}) where id = ${id}`.execute(
    tx,
  ));
