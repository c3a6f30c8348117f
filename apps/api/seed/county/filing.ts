import { organisationDocumentCalls } from "@jipei/contract/providers/organisation-document.ts";
import { sql } from "kysely";
import { addDays, today } from "../../src/core/foundation/clock.ts";
import type { Desk } from "./desk.ts";
import { keepFile, paper } from "./files.ts";

/** How many days ago the institutions of the county were filed. */
export const filedDaysAgo = 1100;

export interface Filed {
  orgId: string;
  orgName: string;
  creditCode: string;
  address: string;
  legalPerson: string;
  licenseNo: string;
  licenseExpireDate: string;
  trainScope: string;
  siteArea: string;
  evalOrgCode: string;
}

const getUnit = (filed: Omit<Filed, "orgId">) => ({ 机构名称: filed.orgName, 统一社会信用代码: filed.creditCode });

/** The licence is uploaded with the filing itself. @returns the id of its file */
export async function getLicence(desk: Desk, filed: Omit<Filed, "orgId">): Promise<string> {
  return keepFile(
    desk,
    desk.actor("clerk"),
    "办学许可证.pdf",
    await paper("办学许可证", {
      ...getUnit(filed),
      许可证编号: filed.licenseNo,
      办学内容: filed.trainScope,
      有效期至: filed.licenseExpireDate,
    }),
  );
}

/** The other documents of an institution's filing, with the same date: its approval was based on them. */
export async function seedFiling(desk: Desk, filed: Filed): Promise<void> {
  const own = { orgId: filed.orgId };
  const by = desk.actor("org", own);
  const unit = getUnit(filed);
  const papers: readonly [attachType: string, fileName: string, facts: Record<string, string>, expireDate?: string][] =
    [
      ["02", "法人登记证书", { ...unit, 住所: filed.address, 法定代表人: filed.legalPerson }],
      ["03", "法定代表人身份证", { 姓名: filed.legalPerson }, addDays(today(), 2500)],
      ["04", "场地租赁合同", { ...unit, 坐落: filed.address, 面积: `${filed.siteArea}平方米` }, addDays(today(), 640)],
      ["05", "消防验收意见书", { ...unit, 场所: filed.address, 结论: "合格" }],
      ["06", "师资名册", unit],
      ["07", "设备清单", unit],
      ["08", "开户许可证", unit],
      ["09", "收费备案表", unit],
      ["10", "评价机构备案公告", { ...unit, 评价机构编码: filed.evalOrgCode }],
    ];
  const attachmentEntityList: object[] = [];
  for (const [attachType, fileName, facts, expireDate] of papers)
    attachmentEntityList.push({
      attachType,
      expireDate,
      attId: await keepFile(desk, by, `${fileName}.pdf`, await paper(fileName, facts)),
    });
  await desk.as("org", own, filedDaysAgo)(organisationDocumentCalls.submit, { attachmentEntityList, delList: [] });
  await sql`update organisation_document set expire_date = ${filed.licenseExpireDate} where org_id = ${filed.orgId} and attach_type = '01'`.execute(
    desk.tx,
  );
  const back = sql`make_interval(days => ${filedDaysAgo})`;
  await sql`update organisation set create_time = create_time - ${back}, update_time = update_time - ${back}, commit_time = commit_time - ${back}, confirm_time = confirm_time - ${back} where id = ${filed.orgId}`.execute(
    desk.tx,
  );
  await sql`update organisation_document set create_time = create_time - ${back} where org_id = ${filed.orgId}`.execute(
    desk.tx,
  );
  await sql`update attachment set create_time = create_time - ${back} where id in (select att_id from organisation_document where org_id = ${filed.orgId})`.execute(
    desk.tx,
  );
}
