import type { Answer, QueryKind } from "@jipei/contract/external-data/ext-query.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { today } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { type Subject, lookUpMany } from "../../external-data/external-data.queries.ts";

/** What the registers say about one roster row. */
export interface StudentEvidence {
  person: Answer;
  insured: Answer;
  contract: Answer;
  difficulty: Answer;
}

interface Asked {
  id: string;
  name: string;
  idNumber: string;
  workUnitCode: string | null;
}

/** Asks the four registers about roster rows, outside any transaction; every answer is stored as evidence of the row. */
export async function gatherEvidence(
  app: Services,
  actor: Actor,
  students: readonly Asked[],
  purpose: string,
): Promise<Map<string, StudentEvidence>> {
  const why = { purpose, bizType: "Student", bizIds: students.map((student) => student.id) };
  const ask = (kind: QueryKind, of: (student: Asked) => Subject) => lookUpMany(app, actor, kind, students.map(of), why);
  const person = await ask("getPersonInfo", ({ idNumber, name }) => ({ idNumber, name }));
  const insured = await ask("getPersonInsured", ({ idNumber }) => ({ idNumber, yearMonth: today().slice(0, 7) }));
  const contract = await ask("employmentContract", ({ idNumber, workUnitCode }) => ({
    idNumber,
    creditCode: workUnitCode ?? undefined,
  }));
  const difficulty = await ask("employmentDifficulties", ({ idNumber }) => ({ idNumber }));
  return new Map(
    students.map((student, i) => [
      student.id,
      {
        person: person[i] as Answer,
        insured: insured[i] as Answer,
        contract: contract[i] as Answer,
        difficulty: difficulty[i] as Answer,
      },
    ]),
  );
}

/** Roster rows as they are asked about, decrypted. */
export async function readSubjects(app: Services, ids: readonly string[]): Promise<Asked[]> {
  const found =
    await sql<Asked>`select id, name, id_number, work_unit_code from student where id = any(${ids}::bigint[]) and is_deleted = 0 order by id`.execute(
      app.db,
    );
  return found.rows.map((row) => ({ ...row, idNumber: app.cipher.decrypt(row.idNumber) }));
}

/** Whether the register gave no answer. */
export const isSilent = ({ resultCode }: Answer): boolean => resultCode === "500";

/** Whether a contract of the person with the unit is on file. */
export function hasContract({ resultData }: Answer): boolean {
  const contracts = resultData?.contracts;
  return Array.isArray(contracts) && contracts.length > 0;
}

type Known = "0" | "1" | "2";
/** The three facts a checked row keeps: 1 yes, 0 no, 2 when the register was silent. */
export const getFacts = ({
  insured,
  contract,
  difficulty,
}: StudentEvidence): Record<"isInsured" | "isContract" | "isDifficulty", Known> => ({
  isInsured: known(insured, isFlagged(insured, "isInsured")),
  isContract: known(contract, hasContract(contract)),
  isDifficulty: known(difficulty, isFlagged(difficulty, "isDifficulty")),
});

const isFlagged = ({ resultData }: Answer, key: string): boolean => String(resultData?.[key]) === "1";
function known(answer: Answer, yes: boolean): Known {
  if (isSilent(answer)) return "2";
  return yes ? "1" : "0";
}
