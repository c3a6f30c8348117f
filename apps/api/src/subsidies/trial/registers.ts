import type { Answer as RegisterAnswer, QueryKind } from "@jipei/contract/external-data/ext-query.ts";
import { staffKinds } from "@jipei/contract/teaching/training.ts";
import type { Actor } from "../../core/actor.ts";
import type { Services } from "../../core/services.ts";
import { type Subject, lookUp, lookUpMany } from "../../external-data/external-data.queries.ts";
import type { ClaimedClass } from "../class-facts.ts";
import {
  type Answer,
  type HeadFacts,
  type ProvincialRow,
  type RowFacts,
  categoryOfDifficulty,
  categoryOfUnemployed,
  registeredKinds,
} from "./facts.ts";
import { link } from "./rule.ts";

/** Whom the registers are asked about, decrypted. */
interface Asked {
  idNumber: string;
  name: string;
  personCategory: string;
  workUnitCode: string | null;
  certKind: string | null;
  /** yyyy-MM-dd, the issue of the certificate; null: the end of the class stands for it. */
  basisDate: string | null;
}

type OutsideFacts = { provincial: Answer<{ subsidies: ProvincialRow[] }> } & Pick<
  RowFacts,
  "person" | "provincialCertificate" | "insured" | "contract" | "difficulty" | "registration"
>;

const purposeOf = (claimId: string) => ({ purpose: "补贴自动初审", bizType: "SubsidyApplication", bizId: claimId });

/** Asks the registers about all rows, a kind at a time, and only what a rule will look at. @returns the answers in the order of the people */
export async function askAboutPeople(
  app: Services,
  actor: Actor,
  claimId: string,
  claimed: ClaimedClass,
  people: readonly Asked[],
): Promise<OutsideFacts[]> {
  const why = purposeOf(claimId);
  const none = { state: "none" as const, evidence: [] };
  const ask = async (
    kind: QueryKind,
    subject: (line: Asked) => Subject,
    concerns: (line: Asked) => boolean = () => true,
  ) => {
    const asked = people.flatMap((line, index) => (concerns(line) ? [{ index, subject: subject(line) }] : []));
    const answers = await lookUpMany(
      app,
      actor,
      kind,
      asked.map((one) => one.subject),
      why,
    );
    const byIndex = new Map(asked.map((one, position) => [one.index, answerOf(answers[position])]));
    return (index: number): Answer<any> => byIndex.get(index) ?? none;
  };
  const byNumber = (line: Asked): Subject => ({ idNumber: line.idNumber });
  const person = await ask("getPersonInfo", (line) => ({ idNumber: line.idNumber, name: line.name }));
  const provincial = await ask("getTrainSubsidy", byNumber);
  const provincialCertificate = await ask("getTrainCertificate", byNumber, (line) =>
    registeredKinds.has(line.certKind ?? ""),
  );
  const atStart = await ask("getPersonInsured", (line) => ({
    idNumber: line.idNumber,
    yearMonth: claimed.startDate.slice(0, 7),
  }));
  const staff = () => staffKinds.has(claimed.trainKind);
  const atIssue = await ask(
    "getPersonInsured",
    (line) => ({ idNumber: line.idNumber, yearMonth: (line.basisDate ?? claimed.endDate).slice(0, 7) }),
    staff,
  );
  const contract = await ask(
    "employmentContract",
    (line) => ({ idNumber: line.idNumber, creditCode: line.workUnitCode ?? undefined }),
    staff,
  );
  const difficulty = await ask(
    "employmentDifficulties",
    byNumber,
    (line) => line.personCategory === categoryOfDifficulty,
  );
  const registration = await ask(
    "getReceptionRegistration",
    byNumber,
    (line) => line.personCategory === categoryOfUnemployed,
  );
  return people.map(({ workUnitCode }, index) => ({
    person: person(index),
    provincial: withList(provincial(index), "subsidies"),
    provincialCertificate: withList(provincialCertificate(index), "certificates"),
    insured: insuredAt(workUnitCode, atStart(index), atIssue(index)),
    contract: withList(contract(index), "contracts"),
    difficulty: difficulty(index),
    registration: withList(registration(index), "registrations"),
  }));
}

/** Insured in the month of the start, or failing that in the month of the certificate. */
const insuredAt = (unit: string | null, atStart: Answer<any>, atIssue: Answer<any>) =>
  unit !== null &&
  atIssue.state === "found" &&
  atIssue.data.creditCode === unit &&
  !(atStart.state === "found" && atStart.data.creditCode === unit)
    ? atIssue
    : atStart;

/** A register may leave out an empty list. */
const withList = (answer: Answer<any>, name: string): Answer<any> =>
  answer.state === "found" && !Array.isArray(answer.data[name])
    ? { ...answer, data: { ...answer.data, [name]: [] } }
    : answer;

function answerOf(answer: RegisterAnswer | undefined): Answer<any> {
  if (!answer) return { state: "none", evidence: [] };
  const evidence = link("ExtQuery", answer.id, `外部数据 ${answer.queryTime}`, `Register, ${answer.queryTime}`);
  if (answer.resultCode === "200" && answer.resultData)
    return { state: "found", data: texts(answer.resultData), evidence };
  return { state: answer.resultCode === "204" ? "none" : "unavailable", evidence };
}
/** Registers send 1 or "1"; rules compare texts. */
const texts = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === "number" ? String(value) : value]),
  );

/** What the registers say about the unit that claims. */
export async function askAboutUnit(
  app: Services,
  actor: Actor,
  claimId: string,
  creditCode: string,
): Promise<Pick<HeadFacts, "unit" | "arrears" | "cases">> {
  const ask = async (kind: QueryKind): Promise<Answer<any>> =>
    answerOf(await lookUp(app, actor, kind, { creditCode }, purposeOf(claimId)));
  const unit = await ask("getUnitInfo");
  const arrears = await ask("getBackPay");
  const cases = withList(await ask("getMediationCase"), "cases");
  return {
    unit,
    arrears,
    cases: cases.state === "found" ? { ...cases, data: { count: cases.data.cases.length } } : cases,
  };
}
