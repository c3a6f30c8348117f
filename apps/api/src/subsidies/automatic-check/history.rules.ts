import { level } from "@jipei/contract/core/fields/codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import type { EvidenceLink } from "@jipei/contract/subsidies/finding.ts";
import { countsInYear } from "../../entitlements/entitlements.queries.ts";
import type { SideCode } from "../claim/claim-side.ts";
import type { HeadFacts, RowFacts } from "./facts.ts";
import { sameKey } from "./provincial.ts";
import { type Outcome, type RowRule, type Said, exempt, failed, link, linkOf, passed, unavailable } from "./rule.ts";

/** Nothing of the kind was found. */
const none = ["无", "None"] as const;
const claim = (row: { side: SideCode; applyId: string }) =>
  linkOf(row.side, "SubsidyApplication", row.applyId, "已有申请", "Earlier claim");

/** What the province has paid this person, if it answered. */
const paidByProvince = (row: RowFacts) => (row.provincial.state === "found" ? row.provincial.data.subsidies : []);

/** Nothing was found against the person: met, unless the province is silent or names a training that cannot be compared. */
function notFound(row: RowFacts, { key }: HeadFacts): Outcome {
  const { state, evidence } = row.provincial;
  if (state === "unavailable") return unavailable(none, evidence);
  const unclear = paidByProvince(row).find((paid) => paid.unclear && key.family === "startup");
  if (unclear)
    return failed(
      "2",
      `省系统创业培训类型无法识别：${unclear.key.level}，请人工核验`,
      `Start-up training of an unknown type in the province: ${unclear.key.level}, verify by hand`,
      none,
      `${unclear.payDate} ${unclear.unitName}`,
      evidence,
    );
  return passed(none, none, evidence);
}

/** AT04: nobody who is barred; once per occupation and level, both sides, all years; no training during an apprenticeship. What the local database alone proves blocks even when the province is silent. */
export const repeatedRule: RowRule = {
  code: "AT04",
  zh: "重复享受",
  en: "Subsidised before",
  check(row, head) {
    const said = (date: string, unit: string, actual: Said, evidence: EvidenceLink[]) =>
      failed(
        "1",
        `已于${date}由${unit}申领同职业同等级补贴`,
        `Already subsidised on ${date} by ${unit}`,
        none,
        actual,
        evidence,
      );
    if (row.bar)
      return failed(
        "1",
        `因虚假培训自${row.bar.since}起限制申领`,
        `Barred for false training since ${row.bar.since}`,
        none,
        row.bar.since,
        link("SubsidyBar", row.bar.id, "申领限制", "Bar"),
      );
    if (row.same)
      return said(row.same.date, row.same.unitName, `${row.same.date} ${row.same.unitName}`, claim(row.same));
    if (row.apprenticeship) {
      const { startDate, endDate, unitName } = row.apprenticeship;
      return failed(
        "1",
        `${startDate}至${endDate}由${unitName}申领，学徒培训期间不得重复享受培训补贴`,
        `Claimed by ${unitName} from ${startDate} to ${endDate}; training and apprenticeship are not subsidised for the same days`,
        none,
        `${startDate} ~ ${endDate} ${unitName}`,
        claim(row.apprenticeship),
      );
    }
    const paid = paidByProvince(row).find((one) => !one.unclear && sameKey(one.key, head.key));
    if (!paid) return notFound(row, head);
    const where = `${paid.payDate} ${paid.unitName}`;
    return said(
      paid.payDate,
      paid.unitName,
      paid.amount === "" ? where : [`${where} ${paid.amount}元`, `${where} ${paid.amount} yuan`],
      row.provincial.evidence,
    );
  },
};

/** A level by its word; of start-up training the type. */
const levelWords = (code: string): readonly [zh: string, en: string] => {
  const { zh, en } = getLabels(level, code);
  return [zh, en];
};

/** AT05: nothing lower after something higher; an equal level is AT04. */
export const lowerRule: RowRule = {
  code: "AT05",
  zh: "低等级后申领",
  en: "Lower after higher",
  check(row, head) {
    const said = (code: string, evidence: EvidenceLink[]) => {
      const [zh, en] = levelWords(code);
      const [thisZh, thisEn] = levelWords(head.key.level);
      return failed(
        "1",
        `已享受${zh}补贴，不得再申领低等级`,
        `${en} was already subsidised`,
        [`低于${thisZh}`, `Below ${thisEn}`],
        [zh, en],
        evidence,
      );
    };
    if (row.higher) return said(row.higher.level, claim(row.higher));
    const paid = paidByProvince(row).find(
      ({ key }) =>
        key.family === head.key.family && key.occupationCode === head.key.occupationCode && key.rank > head.key.rank,
    );
    return paid ? said(paid.key.level, row.provincial.evidence) : notFound(row, head);
  },
};

/** AT06: by our own records and the province's; a training that is in both counts once. */
export const annualRule: RowRule = {
  code: "AT06",
  zh: "年度次数",
  en: "Trainings in the year",
  check(row, { subsidyKind, key, limits }) {
    if (!countsInYear(subsidyKind)) return exempt("该补贴种类不计年度次数", "This kind does not count for the year");
    const elsewhere = paidByProvince(row).filter(
      (paid) =>
        countsInYear(paid.subsidyKind) &&
        paid.year === row.basisDate.slice(0, 4) &&
        !paid.isOwn &&
        !sameKey(paid.key, key),
    );
    const order =
      row.yearOrder +
      new Set(elsewhere.map((paid) => `${paid.key.family} ${paid.key.occupationCode} ${paid.key.level}`)).size;
    const actual = String(order);
    const expect = `≤ ${limits.annualLimit}`;
    const { state, evidence } = row.provincial;
    if (order > limits.annualLimit)
      return failed(
        "1",
        `本年度第${actual}次，超过${limits.annualLimit}次`,
        `Number ${actual} in the year, over the limit of ${limits.annualLimit}`,
        expect,
        actual,
        evidence,
      );
    return state === "unavailable" ? unavailable(expect, evidence) : passed(expect, actual, evidence);
  },
};

/** AT20 */
export const clashRule: RowRule = {
  code: "AT20",
  zh: "时间冲突",
  en: "In two classes at once",
  check({ clash }, { classId }) {
    if (clash === null) return passed(none, none);
    const [zh, en] =
      clash.classId === classId
        ? [
            `${clash.date}本班两个课次时间重叠，课时重复计入`,
            `Hours count in two lessons of the class at the same time on ${clash.date}`,
          ]
        : [
            `${clash.date}同时出现在班级${clash.classNo}`,
            `Present in class ${clash.classNo} at the same time on ${clash.date}`,
          ];
    const evidence = linkOf(clash.side, "Lesson", clash.classId, "冲突课次", "Lesson");
    return failed("1", zh, en, none, `${clash.date} ${clash.classNo}`, evidence);
  },
};
