import { findBirthday, getSex } from "@jipei/contract/core/fields/id-number.ts";
import type { Cipher } from "../core/security/cipher.ts";
import type { Db, Tx } from "../core/database/db.ts";
import type { RegisterAnswer, RegisterKind, Registers, Subject } from "./register-port.ts";
import { isIdNumber, subjectKeys } from "./register-port.ts";

const none: RegisterAnswer = { resultCode: "204", resultData: null };
const found = (resultData: Record<string, unknown>): RegisterAnswer => ({ resultCode: "200", resultData });

/**
 * Replaces the registers of the province where none is connected: it returns answers entered with `enterAnswer`, and for synthetic people
 * (county code «9999») default answers. It never answers about real people.
 */
export function localRegisters(db: Db, cipher: Cipher): Registers {
  const askMany = async (kind: RegisterKind, subjects: readonly Subject[]): Promise<RegisterAnswer[]> => {
    if (kind === "getPersonInfo") await registerPeople(db, cipher, subjects);
    const hashes = subjects.map((subject) => identifying(kind, subject).map((value) => cipher.hash(value)));
    if (hashes.flat().length === 0) return subjects.map((subject) => plain(kind, subject));
    const rows = await db
      .selectFrom("localRegister")
      .select(["subjectHash", "answer"])
      .where("queryKind", "=", kind)
      .where("subjectHash", "in", hashes.flat())
      .execute();
    const answers = new Map<string, string>(rows.map((row) => [row.subjectHash, row.answer]));
    return subjects.map((subject, index) => {
      const entry = (hashes[index] ?? []).map((hash) => answers.get(hash)).find((answer) => answer !== undefined);
      return entry === undefined
        ? plain(kind, subject)
        : answered(kind, subject, JSON.parse(cipher.decrypt(entry)) as Record<string, unknown>);
    });
  };
  return { askMany, ask: async (kind, subject) => (await askMany(kind, [subject]))[0] ?? none };
}

/** The values of a question that identify its subject. */
const identifying = (kind: RegisterKind, subject: Subject) =>
  subjectKeys[kind].filter((key) => key !== "name" && key !== "yearMonth").flatMap((key) => subject[key] ?? []);

/** Compares the name with the number at the time of the question. */
function answered(kind: RegisterKind, subject: Subject, data: Record<string, unknown>): RegisterAnswer {
  if (data.unavailable) return { resultCode: "500", resultData: null };
  return found(
    kind === "getPersonInfo" ? { ...data, match: data.match ?? (data.name === subject.name ? "1" : "0") } : data,
  );
}

function plain(kind: RegisterKind, { idNumber, name }: Subject): RegisterAnswer {
  if (!idNumber || idNumber.slice(2, 6) !== "9999" || !isIdNumber(idNumber)) return none;
  switch (kind) {
    case "getPersonInfo":
      return found({
        match: "1",
        isAlive: "1",
        name: name ?? "",
        sex: getSex(idNumber),
        birthday: findBirthday(idNumber),
        regionCode: idNumber.slice(0, 6),
        hukouType: "2",
      });
    case "employmentDifficulties":
      return found({ isDifficulty: "0", difficultyKind: null, startDate: null, endDate: null });
    case "getPersonInsured":
      return found({ isInsured: "0", unitName: null, creditCode: null, insuranceKind: "城乡居民", months: 0 });
    default:
      return none;
  }
}

/**
 * Synthetic people are registered under the first name that is asked for, so that their number does not match another name afterwards; whoever was
 * entered stays as they are.
 */
async function registerPeople(db: Db, cipher: Cipher, subjects: readonly Subject[]): Promise<void> {
  const rows = subjects.flatMap((subject) => {
    const { idNumber, name } = subject;
    const { resultData } = plain("getPersonInfo", subject);
    if (!idNumber || !name || resultData === null) return [];
    const { match: _, ...person } = resultData;
    return [
      {
        queryKind: "getPersonInfo",
        subjectHash: cipher.hash(idNumber),
        answer: cipher.encrypt(JSON.stringify(person)),
      },
    ];
  });
  if (rows.length === 0) return;
  await db
    .insertInto("localRegister")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Enters what the local register says about a person, unit, class or certificate; a later entry replaces it. For the demo and tests. */
export async function enterAnswer(
  tx: Db | Tx,
  cipher: Cipher,
  kind: RegisterKind,
  subject: string,
  answer: Record<string, unknown>,
): Promise<void> {
  const row = { queryKind: kind, subjectHash: cipher.hash(subject), answer: cipher.encrypt(JSON.stringify(answer)) };
  await tx
    .insertInto("localRegister")
    .values(row)
    .onConflict((conflict) => conflict.columns(["queryKind", "subjectHash"]).doUpdateSet({ answer: row.answer }))
    .execute();
}
