import type { Answer } from "@jipei/contract/external-data/ext-query.ts";
import { mostStaff } from "@jipei/contract/training/enterprise-sign.ts";
import { EnterpriseStudent } from "@jipei/contract/training/enterprise-student.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { addMonths, today } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { limitRate } from "../../core/security/rate-limit.ts";
import { isSamePerson, lookUpMany } from "../../external-data/external-data.queries.ts";
import type { OwnUnit } from "../../providers/providers.queries.ts";
import { isSilent } from "../roster/student-evidence.ts";

/** People whom an enterprise asks about within an hour: a full workbook that is checked, corrected and imported. A town is not staff. */
const perHour = 3 * mostStaff;

/** @param people whom the registers are to be asked about @throws RATE_LIMIT */
export const limitAsked = (app: Services, { userId }: Actor, people: number): Promise<void> =>
  limitRate(app, "staff", userId, perHour, 60, people);

export interface Asked {
  idNumber: string;
  name?: string | null;
}

/** What the registers answered about somebody of the staff. */
export interface StaffAnswers {
  person: Answer;
  insured: Answer;
  contract: Answer;
}

/** Asks the registers about people before a transaction begins; every answer is stored as evidence. @returns in the order of the people */
export async function askAboutStaff(
  app: Services,
  actor: Actor,
  { creditCode }: OwnUnit,
  people: readonly Asked[],
): Promise<StaffAnswers[]> {
  const why = { purpose: "企业学员 / Staff in training", bizType: EnterpriseStudent.name };
  const yearMonth = today().slice(0, 7);
  const persons = await lookUpMany(
    app,
    actor,
    "getPersonInfo",
    people.map(({ idNumber, name }) => ({ idNumber, name: name ?? undefined })),
    why,
  );
  const numbers = people.map(({ idNumber }) => ({ idNumber }));
  const insured = await lookUpMany(
    app,
    actor,
    "getPersonInsured",
    numbers.map((one) => ({ ...one, yearMonth })),
    why,
  );
  const contracts = await lookUpMany(
    app,
    actor,
    "employmentContract",
    numbers.map((one) => ({ ...one, creditCode })),
    why,
  );
  return people.map((_, index) => ({
    person: persons[index] as Answer,
    insured: insured[index] as Answer,
    contract: contracts[index] as Answer,
  }));
}

type Known = "0" | "1" | "2";

/** What follows from the answers; null where no register knows. */
export interface StaffFacts {
  /** Whether name and number are one person; null: nobody says. */
  isSame: boolean | null;
  name: string | null;
  isInsured: Known;
  insuredSince: string | null;
  isContract: Known;
  contractStart: string | null;
  contractEnd: string | null;
}

export function getStaffFacts({ person, insured, contract }: StaffAnswers, { creditCode }: OwnUnit): StaffFacts {
  const isInsured = isInsuredBy(insured, creditCode);
  const held = findContract(contract, creditCode);
  return {
    isSame: isSamePerson(person),
    name: getText(person.resultData?.name),
    isInsured: getKnown(insured, isInsured),
    insuredSince: isInsured ? getInsuredSince(insured) : null,
    isContract: getKnown(contract, held !== undefined),
    contractStart: held?.startDate ?? null,
    contractEnd: held?.endDate ?? null,
  };
}

function getKnown(answer: Answer, yes: boolean): Known {
  if (isSilent(answer)) return "2";
  return yes ? "1" : "0";
}

/** Whether somebody belongs to the staff by what the registers say: the enterprise insures or employs them. */
export const isStaff = ({ isInsured, isContract }: StaffFacts): boolean => isInsured === "1" || isContract === "1";

/** When the registers were asked; null where none answered. */
export function getRegisterTime({ insured, contract }: StaffAnswers): string | null {
  const times = [insured, contract].filter((one) => !isSilent(one)).map(({ queryTime }) => queryTime);
  return times.sort()[0] ?? null;
}

const getText = (value: unknown): string | null => (typeof value === "string" && value.trim() ? value.trim() : null);
const getDay = (value: unknown): string | null =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}/.test(value) ? value.slice(0, 10) : null;

/** Insured by somebody else is not insured by the enterprise. */
function isInsuredBy({ resultData }: Answer, creditCode: string): boolean {
  const by = getText(resultData?.creditCode);
  return String(resultData?.isInsured) === "1" && by?.toUpperCase() === creditCode;
}

/** The register says for how many months; the present one counts. */
function getInsuredSince({ resultData }: Answer): string | null {
  const months = Number(resultData?.months);
  const month = `${today().slice(0, 7)}-01`;
  return getDay(resultData?.startDate) ?? (months >= 1 ? addMonths(month, 1 - Math.trunc(months)) : null);
}

interface Contract {
  startDate: string;
  endDate: string | null;
}

/** Who insures somebody, and since when; null where nobody does, or no register knows. */
export function getInsurance(answer: Answer): { creditCode: string | null; since: string | null } | null {
  if (isSilent(answer) || String(answer.resultData?.isInsured) !== "1") return null;
  return { creditCode: getText(answer.resultData?.creditCode)?.toUpperCase() ?? null, since: getInsuredSince(answer) };
}

/** The contract with a unit that is in force, the latest one. */
export function findContract({ resultData }: Answer, creditCode: string): Contract | undefined {
  const listed: readonly unknown[] = Array.isArray(resultData?.contracts) ? resultData.contracts : [];
  return listed
    .flatMap((one): Contract[] => {
      if (typeof one !== "object" || one === null) return [];
      const { creditCode: by, startDate, endDate } = one as Readonly<Record<string, unknown>>;
      const start = getDay(startDate);
      const isOurs = (getText(by)?.toUpperCase() ?? creditCode) === creditCode;
      return start && isOurs ? [{ startDate: start, endDate: getDay(endDate) }] : [];
    })
    .filter(({ endDate }) => endDate === null || endDate >= today())
    .sort((a, b) => b.startDate.localeCompare(a.startDate))[0];
}
