import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { type Failure, InvalidFields } from "../../core/foundation/refusal.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Passed } from "./certificate-candidates.ts";
import { isCertificateNumber, isNumberedElsewhere } from "./certificate-number.ts";

/** A student who gets a certificate now, with the number entered for them; null where the platform numbers. */
export type Numbered = readonly [Passed, string | null];

/** Students and the numbers entered for them. @param numbers by student; null: none were entered, everybody gets a certificate @throws FIELD_INVALID */
export async function matchNumbers(
  tx: Tx,
  app: Services,
  waiting: readonly Passed[],
  numbers: ReadonlyMap<string, string> | null,
): Promise<Numbered[]> {
  const [first] = waiting;
  const elsewhere = first !== undefined && isNumberedElsewhere(first.certKind);
  if (numbers === null) {
    if (elsewhere)
      throw new InvalidFields(
        waiting.map(({ studentId, name }) =>
          invalidNumber(studentId, [`请填写${name}的证书编号`, `give the number of ${name}'s certificate`]),
        ),
      );
    return waiting.map((one) => [one, null]);
  }
  const byId = new Map(waiting.map((one) => [one.studentId, one]));
  const taken = await getTaken(tx, first?.certKind ?? "", [...numbers.values()]);
  const matched: Numbered[] = [];
  const failures: Failure[] = [];
  for (const [studentId, certNo] of numbers) {
    const one = byId.get(studentId);
    const issue = findIssue(app, one, certNo, elsewhere, taken);
    if (issue) failures.push(invalidNumber(studentId, issue));
    if (one) matched.push([one, certNo]);
    taken.add(certNo);
  }
  if (failures.length > 0) throw new InvalidFields(failures);
  return waiting.flatMap((one) => matched.filter(([other]) => other === one));
}

type Words = readonly [zh: string, en: string];

const invalidNumber = (studentId: string, [zh, en]: Words): Failure => ({
  errorCode: "FIELD_INVALID",
  id: studentId,
  field: "certNo",
  msg: `证书编号：${zh}`,
  msgEn: `Certificate number: ${en}`,
});

/** The numbers that other certificates of the kind have already. A permit (6) keeps its number when it is renewed. */
async function getTaken(tx: Tx, certKind: string, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{
    certNo: string;
  }>`select cert_no from certificate where cert_kind = ${certKind} and cert_kind <> '6' and cert_no = any(${numbers})`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.certNo));
}

function findIssue(
  app: Services,
  one: Passed | undefined,
  certNo: string,
  elsewhere: boolean,
  taken: ReadonlySet<string>,
): Words | null {
  if (!one) return ["该学员没有待核发的证书", "no certificate waits for this student"];
  if (!elsewhere) return ["该类证书由平台编号", "the platform numbers this kind"];
  const { name, certKind, idNumber } = one;
  if (!isCertificateNumber(certKind, certNo))
    return [`${name}的编号“${certNo}”格式不正确`, `“${certNo}” of ${name} has not the form of this kind`];
  if (certKind === "6" && !isOfHolder(certNo, app.cipher.decrypt(idNumber)))
    return [`${name}的编号与其证件号码不一致`, `the number of ${name} is not T and the ID number`];
  if (taken.has(certNo)) return [`${name}的编号“${certNo}”已使用`, `“${certNo}” of ${name} is used already`];
  return null;
}

/** A special-operation permit has the number of its holder's resident card; holders of other documents have one of the same form. */
const isOfHolder = (certNo: string, idNumber: string): boolean =>
  !/^\d{17}[\dX]$/.test(idNumber) || certNo === `T${idNumber}`;
