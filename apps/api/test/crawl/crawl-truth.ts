import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field, MaskKind } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { sql } from "kysely";
import type { Cipher } from "../../src/core/security/cipher.ts";
import { stored } from "../../src/core/entity/to-response.ts";
import type { TestApp } from "../support/test-app.ts";

/** Kinds of personal data as the rules on who sees what name them; addresses of messages count as one. */
export type Column = "idNumber" | "phone" | "account" | "contact";

/** A value in the database, and the row it belongs to. */
export interface Truth {
  entity: Entity;
  column: Column;
  value: string;
  row: Readonly<Record<string, unknown>>;
}

/** A person with an ID number, of the county or of the bureau. */
export interface Person {
  idNumber: string;
  name: string;
  birthday: string;
}

const columnOf: Readonly<Partial<Record<MaskKind, Column>>> = {
  idNumber: "idNumber",
  phone: "phone",
  bankAccount: "account",
  unitAccount: "account",
  email: "contact",
  address: "contact",
};
const valueFields = (entity: Entity): [string, Field, Column][] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) => {
    const column = field.masked && columnOf[field.masked];
    return column && !field.lookup ? [[name, field, column] as [string, Field, Column]] : [];
  });
export const personalEntities: readonly Entity[] = entities.filter((entity) => valueFields(entity).length > 0);

const getRows = async (app: TestApp, entity: Entity) =>
  (await sql<Record<string, any>>`select t.* from ${sql.table(entity.table)} t where t.is_deleted = 0`.execute(app.db))
    .rows;
const open = (cipher: Cipher, field: Field, value: string) => (field.encrypted ? cipher.decrypt(value) : value);

/** Fills the fields that the demo county leaves empty, so that there is a value of every kind to leak. */
export async function fillPersonalData(app: TestApp): Promise<void> {
  await sql`insert into app_user (account, name, real_name, login_type, status, audience, apply_kind, create_user, update_user) values ('applicant', '申请人', '申请人', '3', '0', 'enterprise', '2', 0, 0)`.execute(
    app.db,
  );
  let n = 10_000_000;
  const made: Readonly<Record<Column, () => string>> = {
    idNumber: () => "",
    phone: () => `139${++n}`,
    account: () => `62220${++n}0000`,
    contact: () => `filled-${++n}@example.cn`,
  };
  for (const entity of personalEntities)
    for (const [name, field, column] of valueFields(entity).filter(([, , column]) => column !== "idNumber")) {
      const empty = (await getRows(app, entity)).filter((row) => row[name] === null).slice(0, 100);
      for (const { id } of empty) {
        const value = field.masked === "address" ? `某某省某某市某某区解放路${++n}号` : made[column]();
        await app.db
          .updateTable(entity.table as "organisation")
          .set(stored(entity, app.cipher, { [name]: value }) as never)
          .where("id", "=", id)
          .execute();
      }
    }
  await sql`update app_user set birthday = date '1970-01-01' + (id % 9000)::int where is_deleted = 0`.execute(app.db);
}

/** Every personal value in the database. */
export async function readTruth(app: TestApp): Promise<{ truths: Truth[]; people: Map<string, Person> }> {
  const truths: Truth[] = [];
  const people = new Map<string, Person>();
  for (const entity of personalEntities)
    for (const row of await getRows(app, entity))
      for (const [name, field, column] of valueFields(entity)) {
        if (row[name] === null) continue;
        const value = open(app.cipher, field, row[name]);
        truths.push({ entity, column, value, row });
        if (column === "idNumber" && /^\d{17}[\dX]$/.test(value))
          people.set(
            value,
            people.get(value) ?? {
              idNumber: value,
              name: String(row.name ?? row.legalPerson ?? ""),
              birthday: birthdayIn(value),
            },
          );
      }
  return { truths, people };
}

const birthdayIn = (idNumber: string) => idNumber.slice(6, 14).replace(/(....)(..)(..)/, "$1-$2-$3");
