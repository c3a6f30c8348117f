import type { EnterpriseSign, Staff } from "@jipei/contract/training/enterprise-sign.ts";
import { SignUp } from "@jipei/contract/training/sign-up.ts";
import type { Tx } from "../../../core/database/db.ts";
import type { Columns, StoredRow } from "../../../core/database/tables.ts";
import { removeRows, updateRow } from "../../../core/database/write-rows.ts";
import { decryptRow, stored } from "../../../core/entity/to-response.ts";
import { today } from "../../../core/foundation/clock.ts";
import type { Actor } from "../../../core/foundation/actor.ts";
import { Refusal, invalidValue } from "../../../core/foundation/refusal.ts";
import type { Services } from "../../../core/foundation/services.ts";
import { attachFiles } from "../../../core/storage/files.ts";
import { identify } from "../../roster/person-rules.ts";
import { insertSignUp } from "../sign-up.save.ts";
import { withEach } from "./named-refusals.ts";

type Head = Pick<StoredRow<typeof EnterpriseSign>, "id" | "classId" | "orgId" | "entId">;
type Person = StoredRow<typeof SignUp>;

/** Staff are employees (企业职工) unless the enterprise says otherwise. */
export const employee = "01";

/**
 * Makes the people of a draft those of a list: adds, changes and removes. The sign-up is locked.
 * @returns whether anybody is there, not there or told of otherwise than before
 * @throws SIGN_PERSON_INVALID naming each of them
 */
export async function savePeople(
  tx: Tx,
  actor: Actor,
  app: Services,
  head: Head,
  wanted: readonly Staff[],
): Promise<boolean> {
  let isChanged = false;
  const present = await readPeople(tx, app, head.id);
  const kept = new Map<string, Staff>();
  await withEach(wanted, async (person) => {
    const values = getColumns(person);
    const old = present.find(({ id, idNumber }) => id === person.id || idNumber === values.idNumber);
    if (person.id && !old) throw new Refusal("NOT_FOUND");
    if (kept.has(values.idNumber)) throw new Refusal("SIGN_DUP");
    kept.set(values.idNumber, person);
    if (old && !differs(old, values)) return;
    isChanged = true;
    if (old) return change(tx, actor, app, old, values);
    await insertSignUp(tx, actor, app, {
      ...values,
      classId: head.classId,
      orgId: head.orgId,
      entId: head.entId,
      entSignId: head.id,
      signSource: "3",
    });
  });
  const removed = present.filter(
    ({ id, idNumber }) => !kept.has(idNumber) && !wanted.some((person) => person.id === id),
  );
  await removeRows(
    tx,
    actor,
    SignUp,
    removed.map(({ id }) => id),
  );
  return isChanged || removed.length > 0;
}

/** The people of a draft, in clear; those who left one by one are not among them. */
async function readPeople(tx: Tx, app: Services, entSignId: string): Promise<Person[]> {
  const rows = await tx
    .selectFrom("signUp")
    .selectAll()
    .where("entSignId", "=", entSignId)
    .where("isDeleted", "=", 0)
    .where("confirmStatus", "<>", "Invalidate")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map((row) => decryptRow(SignUp, app.cipher, row));
}

function getColumns(person: Staff) {
  if (person.entryDate > today()) throw invalidValue(SignUp, "entryDate", "不能晚于今天", "not after today");
  const { name, nation, education, phone, categoryAttId, postName, entryDate } = person;
  return {
    ...identify(person),
    name,
    nation: nation ?? null,
    education,
    phone,
    personCategory: person.personCategory ?? employee,
    categoryAttId: categoryAttId ?? null,
    postName,
    entryDate,
  } satisfies Columns<typeof SignUp>;
}

type StaffColumns = ReturnType<typeof getColumns>;

const differs = (old: Person, values: StaffColumns): boolean =>
  Object.entries(values).some(([name, value]) => value !== old[name as keyof Person]);

async function change(tx: Tx, actor: Actor, app: Services, old: Person, values: StaffColumns): Promise<void> {
  await updateRow(tx, actor, SignUp, old.id, stored(SignUp, app.cipher, values));
  await attachFiles(tx, actor, SignUp, old.id, { categoryAttId: values.categoryAttId });
}
