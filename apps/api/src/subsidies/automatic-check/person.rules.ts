import { personCategory } from "@jipei/contract/core/fields/person-codes.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { ageAt, checkIdNumber } from "@jipei/contract/core/fields/id-number.ts";
import { type HeadFacts, type RowFacts, categoryOfDifficulty, categoryOfUnemployed } from "./facts.ts";
import { type RowRule, type Said, exempt, failed, linkOf, passed, unavailable } from "./rule.ts";

const student = (row: RowFacts, { side }: HeadFacts) => linkOf(side, "Student", row.studentId, "花名册", "Roster");

/** AT01 */
export const idNumberRule: RowRule = {
  code: "AT01",
  zh: "证件号码校验",
  en: "ID number",
  check(row, head) {
    if (row.idType === "9") return exempt("非居民身份证件", "Not a resident ID");
    const issue = checkIdNumber(row.idNumber, row.idType);
    return issue
      ? failed("1", issue.zh, issue.en, "GB 11643", [issue.zh, issue.en], student(row, head))
      : passed("GB 11643", ["符合", "Valid"], student(row, head));
  },
};

const agrees = ["姓名与证件号码一致", "Name and ID number agree"] as const;

/** AT02 */
export const identityRule: RowRule = {
  code: "AT02",
  zh: "身份核验",
  en: "Identity",
  check(row) {
    const { person } = row;
    if (person.state === "unavailable") return unavailable(agrees, person.evidence);
    const match = person.state === "found" && person.data.match === "1";
    const alive = person.state === "found" && person.data.isAlive !== "0";
    if (match && alive) return passed(agrees, agrees, person.evidence);
    return match
      ? failed("1", "登记为已死亡", "Registered as deceased", ["在世", "Alive"], ["死亡", "Deceased"], person.evidence)
      : failed(
          "1",
          "姓名与证件号码不一致",
          "Name and ID do not match",
          agrees,
          ["不一致", "They differ"],
          person.evidence,
        );
  },
};

const getTimes = (n: number): Said => [`${n}次`, n === 1 ? "Once" : `${n} times`];

/** AT03 */
export const duplicateRule: RowRule = {
  code: "AT03",
  zh: "申请内重复",
  en: "Duplicate in the claim",
  check: (row, head) =>
    row.duplicates.length === 0
      ? passed(getTimes(1), getTimes(1), student(row, head))
      : failed(
          "1",
          `同一人员重复：${row.duplicates.join("、")}`,
          `Same person twice: ${row.duplicates.join(", ")}`,
          getTimes(1),
          getTimes(row.duplicates.length + 1),
          student(row, head),
        ),
};

/** Categories that need neither a register nor a document. */
const noProofNeeded = new Set(["01", "12", "99"]);

const certified = ["已认定就业困难", "Certified difficulty"] as const;
const unemployment = ["有失业登记", "Registered as unemployed"] as const;

/** A registration that has been cancelled, in words or by the code that units have for it. */
const over = /^2$|注销|终止|失效/;

/** AT16: as the person was on the first day of the class. */
export const categoryRule: RowRule = {
  code: "AT16",
  zh: "人员类别",
  en: "Category of the person",
  check(row, head) {
    const { startDate } = head;
    const severity = row.categoryPays ? "1" : "2";
    const { zh, en } = getLabels(personCategory, row.personCategory);
    const unproven = (evidence: typeof row.difficulty.evidence) =>
      failed(
        severity,
        `人员类别未核实：${zh}`,
        `Category not proven: ${en}`,
        [`${zh}，已核实`, `${en}, proven`],
        ["未核实", "Not proven"],
        evidence,
      );
    if (noProofNeeded.has(row.personCategory)) return exempt("该类别无需证明", "No proof needed for this category");
    if (row.personCategory === categoryOfDifficulty) {
      const { difficulty: answer } = row;
      if (answer.state === "unavailable") return unavailable(certified, answer.evidence);
      const inForce =
        answer.state === "found" &&
        answer.data.isDifficulty === "1" &&
        (answer.data.startDate ?? "") <= startDate &&
        (answer.data.endDate || startDate) >= startDate;
      return inForce ? passed(certified, certified, answer.evidence) : unproven(answer.evidence);
    }
    if (row.personCategory === categoryOfUnemployed) {
      const { registration: answer } = row;
      if (answer.state === "unavailable") return unavailable(unemployment, answer.evidence);
      const registered =
        answer.state === "found" &&
        answer.data.registrations.some(
          (entry) => entry.kind === "失业登记" && (entry.date ?? "") <= startDate && !over.test(entry.state ?? ""),
        );
      return registered ? passed(unemployment, unemployment, answer.evidence) : unproven(answer.evidence);
    }
    return row.hasCategoryProof
      ? passed(["类别证明", "Proof of the category"], ["已上传", "Uploaded"], student(row, head))
      : unproven(student(row, head));
  },
};

const inRange = ["在范围内", "In range"] as const;

/** AT17 */
export const ageRule: RowRule = {
  code: "AT17",
  zh: "年龄",
  en: "Age",
  check(row, head) {
    const { startDate, limits } = head;
    const max = row.sex === "2" ? limits.ageMaxFemale : limits.ageMaxMale;
    const expect = `${limits.ageMin}–${max - 1}`;
    if (row.birthday === null)
      return failed("1", "出生日期缺失", "Date of birth missing", expect, ["无", "None"], student(row, head));
    const age = ageAt(row.birthday, startDate);
    // Ages on several days would give away the birthday.
    return age >= limits.ageMin && age < max
      ? passed(expect, inRange, student(row, head))
      : failed("1", `年龄${age}不在范围`, `Age ${age} out of range`, expect, String(age), student(row, head));
  },
};

const publicStaff = "机关事业";
const pupil = "在校生";
const graduating = "04";

const entitled = ["非机关事业单位、非在校生", "Neither public staff nor a pupil"] as const;
/** The register answers in Chinese; kinds it may add later are shown as they came. */
const insuranceKinds: Readonly<Record<string, string>> = {
  [publicStaff]: "Public institution",
  [pupil]: "Pupil",
  企业职工: "Enterprise staff",
  灵活就业: "Flexible employment",
  城乡居民: "Residents",
};
type MonthsAnswer = RowFacts["insured"][number];
const getInsurance = (kind: string): Said => (kind ? [kind, insuranceKinds[kind] ?? kind] : ["未参保", "Not insured"]);

/** AT18: in each month that was asked. */
export const excludedRule: RowRule = {
  code: "AT18",
  zh: "参保身份排除",
  en: "Excluded staff",
  check(row) {
    const find = (kind: string) =>
      row.insured.find((answer) => answer.state === "found" && answer.data.insuranceKind === kind);
    const block = (kind: string, zh: string, en: string, { evidence }: Pick<MonthsAnswer, "evidence">) =>
      failed("1", zh, en, entitled, getInsurance(kind), evidence);
    const asStaff = find(publicStaff);
    if (asStaff) return block(publicStaff, "机关事业单位参保人员不享受", "Public-institution staff excluded", asStaff);
    const asPupil = row.personCategory === graduating ? undefined : find(pupil);
    if (asPupil) return block(pupil, "在校学生不享受", "Full-time pupils excluded", asPupil);
    const silent = row.insured.find(({ state }) => state === "unavailable");
    if (silent) return unavailable(entitled, silent.evidence);
    const [kind = ""] = row.insured.flatMap((answer) => (answer.state === "found" ? answer.data.insuranceKind : []));
    return passed(
      entitled,
      getInsurance(kind),
      row.insured.flatMap(({ evidence }) => evidence),
    );
  },
};
