import { birthdayOf, checkIdNumber, sexOf } from "@jipei/contract/core/id-number.ts";
import type { Cipher } from "../core/cipher.ts";
import type { Db, Tx } from "../core/db.ts";
import type { RegisterAnswer, RegisterKind, Registers, Subject } from "./register-port.ts";
import { subjectKeys } from "./register-port.ts";

const none: RegisterAnswer = { resultCode: "204", resultData: null };
const found = (resultData: Record<string, unknown>): RegisterAnswer => ({ resultCode: "200", resultData });

/**
 * Stands in for the registers of the province where none is connected: answers entered with `enterAnswer`, and for synthetic people
 * (county code «9999») the plain answers of somebody without particulars. Nobody real is ever answered.
 */
export function localRegisters(db: Db, cipher: Cipher): Registers {
  const askMany = async (kind: RegisterKind, subjects: readonly Subject[]): Promise<RegisterAnswer[]> => {
    const hashes = subjects.map((subject) => identifying(kind, subject).map((value) => cipher.hash(value)));
    if (hashes.flat().length === 0) return subjects.map((subject) => plain(kind, subject));
    const rows = await db
      .selectFrom("localRegister")
      .select(["subjectHash", "answer"])
      .where("queryKind", "=", kind)
      .where("subjectHash", "in", hashes.flat())
      .execute();
    const answers = new Map<string, string>(rows.map((row) => [row["subjectHash"], row["answer"]]));
    return subjects.map((subject, index) => {
      const entry = (hashes[index] ?? []).map((hash) => answers.get(hash)).find((answer) => answer !== undefined);
      return entry === undefined
        ? plain(kind, subject)
        : answered(kind, subject, JSON.parse(cipher.decrypt(entry)) as Record<string, unknown>);
    });
  };
  return { askMany, ask: async (kind, subject) => (await askMany(kind, [subject]))[0] ?? none };
}

/** Values of a question that name who or what it is about. */
const identifying = (kind: RegisterKind, subject: Subject) =>
  subjectKeys[kind].filter((key) => key !== "name" && key !== "yearMonth").flatMap((key) => subject[key] ?? []);

/** Whether the name belongs to the number is worked out at the time of asking. */
function answered(kind: RegisterKind, subject: Subject, data: Record<string, unknown>): RegisterAnswer {
  if (data["unavailable"]) return { resultCode: "500", resultData: null };
  return found(
    kind === "getPersonInfo" ? { ...data, match: data["match"] ?? (data["name"] === subject.name ? "1" : "0") } : data,
  );
}

function plain(kind: RegisterKind, { idNumber, name }: Subject): RegisterAnswer {
  if (!idNumber || idNumber.slice(2, 6) !== "9999" || checkIdNumber(idNumber)) return none;
  switch (kind) {
    case "getPersonInfo":
      return found({
        match: "1",
        isAlive: "1",
        name: name ?? "",
        sex: sexOf(idNumber),
        birthday: birthdayOf(idNumber),
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
