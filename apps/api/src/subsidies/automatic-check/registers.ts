import type { Answer as RegisterAnswer, QueryKind } from "@jipei/contract/external-data/ext-query.ts";
import { staffKinds } from "@jipei/contract/catalogue/training.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { moment } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Subject, lookUp, lookUpMany } from "../../external-data/external-data.queries.ts";
import type { ClaimedClass } from "../claim/class-facts.ts";
import {
  type Answer,
  type HeadFacts,
  type Insured,
  type ProvincialRow,
  type RowFacts,
  categoryOfDifficulty,
  categoryOfUnemployed,
  registeredKinds,
} from "./facts.ts";
import { link } from "./rule.ts";

/** A person the registers are asked about, decrypted. */
interface Asked {
  idNumber: string;
  name: string;
  personCategory: string;
  workUnitCode: string | null;
  certKind: string | null;
  /** yyyy-MM-dd, the issue of the certificate; null: the end of the class stands for it. */
  basisDate: string | null;
}

/** Looked up again after a day, while a claim is under way: what may change meanwhile, and in no record of ours. */
const watchedKinds: ReadonlySet<QueryKind> = new Set(["getPersonInfo", "getTrainSubsidy", "getUnitInfo", "getBackPay"]);

/** When the registers that are asked again after a day were asked: the oldest answer counts, and one that was silent was not asked. */
export class AskedTimes {
  #oldest: string | null = null;
  #isSilent = false;
  note(kind: QueryKind, answers: readonly RegisterAnswer[]): void {
    if (!watchedKinds.has(kind)) return;
    for (const { resultCode, queryTime } of answers) {
      if (resultCode !== "200" && resultCode !== "204") this.#isSilent = true;
      else if (this.#oldest === null || queryTime < this.#oldest) this.#oldest = queryTime;
    }
  }
  /** The oldest, as the database reads it. */
  get oldest(): string {
    return this.#isSilent ? "-infinity" : (this.#oldest ?? moment());
  }
}

/** What the registers say about a person. */
type OutsideFacts = { provincial: Answer<{ subsidies: ProvincialRow[] }> } & Pick<
  RowFacts,
  "person" | "provincialCertificate" | "insured" | "contract" | "difficulty" | "registration"
>;

type DataOf<A> = Extract<A, { state: "found" }> extends { data: infer D } ? D : never;
/** What each register sends, by its documentation. */
interface RegisterData {
  getPersonInfo: DataOf<RowFacts["person"]>;
  getTrainSubsidy: { subsidies: ProvincialRow[] };
  getTrainCertificate: DataOf<RowFacts["provincialCertificate"]>;
  getPersonInsured: Insured;
  employmentContract: DataOf<RowFacts["contract"]>;
  employmentDifficulties: DataOf<RowFacts["difficulty"]>;
  getReceptionRegistration: DataOf<RowFacts["registration"]>;
  getUnitInfo: DataOf<HeadFacts["unit"]>;
  getBackPay: DataOf<HeadFacts["arrears"]>;
  getMediationCase: { cases: unknown[] };
}
type Kind = keyof RegisterData & QueryKind;

const getPurpose = (claimId: string) => ({ purpose: "补贴自动初审", bizType: "SubsidyApplication", bizId: claimId });

/** The registers as the check of one claim asks them about its people. */
interface Asking {
  /** @param concerns of whom it is asked: only of those whose answer a rule looks at */
  <K extends Kind>(
    kind: K,
    subject: (person: Asked) => Subject,
    concerns?: (person: Asked) => boolean,
  ): Promise<(index: number) => Answer<RegisterData[K]>>;
}

const getAsking =
  (app: Services, actor: Actor, claimId: string, people: readonly Asked[], times: AskedTimes): Asking =>
  async (kind, subject, concerns = () => true) => {
    const asked = people.flatMap((person, index) => (concerns(person) ? [{ index, subject: subject(person) }] : []));
    const subjects = asked.map((one) => one.subject);
    const answers = await lookUpMany(app, actor, kind, subjects, getPurpose(claimId));
    times.note(kind, answers);
    const byIndex = new Map(asked.map((one, position) => [one.index, readAnswer(kind, answers[position])]));
    return (index) => byIndex.get(index) ?? { state: "none", evidence: [] };
  };

const byNumber = ({ idNumber }: Asked): Subject => ({ idNumber });

/**
 * What may change of a person while a claim is under way, and in no record of ours: whether they are alive, and what the province has paid for
 * them. Keyed, for it is about people.
 */
export const getRegisterStamp = (
  app: Services,
  { person, provincial }: Pick<OutsideFacts, "person" | "provincial">,
): string => app.cipher.hash(JSON.stringify([person, provincial].map(({ evidence: _, ...said }) => said)));

/** Under which the stamp of the unit stands beside those of the rows. */
export const unitStamp = "unit";

/** The same of the unit that claims: whether it is still there, and whether it owes wages. */
export const getUnitStamp = (app: Services, { unit, arrears }: Pick<HeadFacts, "unit" | "arrears">): string =>
  app.cipher.hash(
    JSON.stringify([
      unit.state === "found" ? unit.data.state : unit.state,
      arrears.state === "found" ? arrears.data.isArrears : arrears.state,
    ]),
  );

/** Asks the registers again what the stamps are about, unless somebody has within a day. @returns the stamps, of people in their order, and when was asked */
export async function askAgain(
  app: Services,
  actor: Actor,
  claimId: string,
  people: readonly { idNumber: string; name: string }[],
  creditCode: string,
): Promise<{ stamps: string[]; unit: string; askedTime: string }> {
  const times = new AskedTimes();
  const ask = async <K extends Kind>(kind: K, subjects: Subject[]) => {
    const answers = await lookUpMany(app, actor, kind, subjects, { ...getPurpose(claimId), sinceHours: 24 });
    times.note(kind, answers);
    return answers.map((answer) => readAnswer(kind, answer));
  };
  const persons = await ask(
    "getPersonInfo",
    people.map(({ idNumber, name }) => ({ idNumber, name })),
  );
  const provincials = await ask(
    "getTrainSubsidy",
    people.map(({ idNumber }) => ({ idNumber })),
  );
  const [unit = nothing] = await ask("getUnitInfo", [{ creditCode }]);
  const [arrears = nothing] = await ask("getBackPay", [{ creditCode }]);
  const stamps = people.map((_, index) =>
    getRegisterStamp(app, { person: persons[index] ?? nothing, provincial: provincials[index] ?? nothing }),
  );
  return { stamps, unit: getUnitStamp(app, { unit, arrears }), askedTime: times.oldest };
}
const nothing = { state: "none", evidence: [] } as const satisfies { state: "none"; evidence: [] };

/** Asks the registers about all rows, a kind at a time, and only what a rule will look at. @returns the answers in the order of the people */
export async function askAboutPeople(
  app: Services,
  actor: Actor,
  claimId: string,
  claimed: ClaimedClass,
  people: readonly Asked[],
  times: AskedTimes,
): Promise<OutsideFacts[]> {
  const ask = getAsking(app, actor, claimId, people, times);
  const isStaff = () => staffKinds.has(claimed.trainKind);
  const insuredIn = (getDay: (person: Asked) => string) => (person: Asked) => ({
    idNumber: person.idNumber,
    yearMonth: getDay(person).slice(0, 7),
  });
  const person = await ask("getPersonInfo", ({ idNumber, name }) => ({ idNumber, name }));
  const provincial = await ask("getTrainSubsidy", byNumber);
  const provincialCertificate = await ask("getTrainCertificate", byNumber, ({ certKind }) =>
    registeredKinds.has(certKind ?? ""),
  );
  const atStart = await ask(
    "getPersonInsured",
    insuredIn(() => claimed.startDate),
  );
  const atIssue = await ask(
    "getPersonInsured",
    insuredIn(({ basisDate }) => basisDate ?? claimed.endDate),
    isStaff,
  );
  const contract = await ask(
    "employmentContract",
    ({ idNumber, workUnitCode }) => ({ idNumber, creditCode: workUnitCode ?? undefined }),
    isStaff,
  );
  const difficulty = await ask(
    "employmentDifficulties",
    byNumber,
    ({ personCategory }) => personCategory === categoryOfDifficulty,
  );
  const registration = await ask(
    "getReceptionRegistration",
    byNumber,
    ({ personCategory }) => personCategory === categoryOfUnemployed,
  );
  return people.map((_, index) => ({
    person: person(index),
    provincial: provincial(index),
    provincialCertificate: provincialCertificate(index),
    insured: isStaff() ? [atStart(index), atIssue(index)] : [atStart(index)],
    contract: contract(index),
    difficulty: difficulty(index),
    registration: registration(index),
  }));
}

function readAnswer<K extends Kind>(kind: K, answer: RegisterAnswer | undefined): Answer<RegisterData[K]> {
  if (!answer) return { state: "none", evidence: [] };
  const evidence = link("ExtQuery", answer.id, `外部数据 ${answer.queryTime}`, `Register, ${answer.queryTime}`);
  if (answer.resultCode === "200" && answer.resultData)
    return { state: "found", data: readData(kind, answer.resultData), evidence };
  return { state: answer.resultCode === "204" ? "none" : "unavailable", evidence };
}

/** Lists that a register may leave out where they are empty. */
const lists: Partial<Record<Kind, string>> = {
  getTrainSubsidy: "subsidies",
  getTrainCertificate: "certificates",
  employmentContract: "contracts",
  getReceptionRegistration: "registrations",
  getMediationCase: "cases",
} satisfies { [K in Kind]?: keyof RegisterData[K] };

/** Registers send 1 or "1"; rules compare texts. */
function toTexts(value: unknown): unknown {
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(toTexts);
  return typeof value === "object" && value !== null ? withTexts(value) : value;
}
const withTexts = (data: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, toTexts(value)]));

function readData<K extends Kind>(kind: K, sent: Record<string, unknown>): RegisterData[K] {
  const data = withTexts(sent);
  const list = lists[kind];
  if (list && !Array.isArray(data[list])) data[list] = [];
  return data as RegisterData[K];
}

/** What the registers say about the unit that claims. */
export async function askAboutUnit(
  app: Services,
  actor: Actor,
  claimId: string,
  creditCode: string,
  times: AskedTimes,
): Promise<Pick<HeadFacts, "unit" | "arrears" | "cases">> {
  const ask = async <K extends Kind>(kind: K) => {
    const answer = await lookUp(app, actor, kind, { creditCode }, getPurpose(claimId));
    times.note(kind, [answer]);
    return readAnswer(kind, answer);
  };
  const unit = await ask("getUnitInfo");
  const arrears = await ask("getBackPay");
  const cases = await ask("getMediationCase");
  return {
    unit,
    arrears,
    cases: cases.state === "found" ? { ...cases, data: { count: cases.data.cases.length } } : cases,
  };
}
