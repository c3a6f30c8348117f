import type { Entity } from "@jipei/contract/core/entity.ts";
import type { payeeFields, payeeParts } from "@jipei/contract/providers/payee-account.ts";
import type { ValueOfParts } from "@jipei/contract/core/fields/shape.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../core/database/db.ts";
import { getOperatorNames, writeAudit } from "../../core/entity/audit.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { mask, seen } from "../../core/security/mask.ts";

/** A unit that is paid: an entity that has `payeeFields` and `pendingFilers`, and the id of a row. */
export interface Unit {
  entity: Entity;
  id: string;
}

/** The account of a unit, in clear. */
export type Account = Readonly<Record<keyof typeof payeeFields, string | null>>;

/** Whoever wrote any of what waits, the actor among them. */
export const withFiler = (filers: readonly string[] | null, actor: Actor): string[] => [
  ...new Set([...(filers ?? []), actor.userId]),
];

/** An account as the history keeps it: the number masked, since histories are never encrypted anew. */
export const toHistory = ({ bankName, bankAccount, bankAccountName }: Partial<Account>) => ({
  bankName,
  bankAccount: bankAccount && mask("unitAccount", bankAccount),
  bankAccountName,
});

/** What of an account a filing knows besides the account itself. */
interface Filing {
  /** Whoever filed any of it. */
  filers: readonly string[];
  fileTime: string | null;
}

/**
 * Notes that an account was approved, before the unit takes it over: the database lets an approved unit have no other. An incomplete account is
 * none, nobody is paid to it. Whoever calls has refused the filers (`notOwn: "pendingFilers"` of the machine); the database refuses them too.
 */
export async function approveAccount(
  tx: Tx,
  actor: Actor,
  app: Services,
  { entity, id }: Unit,
  { bankName, bankAccount, bankAccountName }: Account,
  { filers, fileTime }: Filing,
): Promise<void> {
  if (!bankName || !bankAccount || !bankAccountName) return;
  const before = await readAccounts(tx, { entity, id }).limit(1).executeTakeFirst();
  await tx
    .insertInto("payeeAccount")
    .values({
      unitKind: entity.name,
      unitId: id,
      bankName,
      bankAccount: app.cipher.encrypt(bankAccount),
      bankAccountHash: app.cipher.hash(bankAccount),
      bankAccountName,
      filers: [...filers],
      fileTime,
      approveUser: actor.userId,
      approveTime: now(),
    })
    .execute();
  await writeAudit(tx, actor, [
    {
      bizType: entity.name,
      bizId: id,
      action: "approveAccount",
      before: before && toHistory({ ...before, bankAccount: app.cipher.decrypt(before.bankAccount) }),
      after: toHistory({ bankName, bankAccount, bankAccountName }),
    },
  ]);
}

const readAccounts = (db: Db, { entity, id }: Unit) =>
  db
    .selectFrom("payeeAccount")
    .selectAll()
    .where("unitKind", "=", entity.name)
    .where("unitId", "=", id)
    .orderBy("id", "desc");

/** What the detail of a unit shows of its accounts, numbers as this actor may see them. @param pendingFilers who filed what waits now */
export async function getAccounts(
  db: Db,
  actor: Actor,
  app: Services,
  { entity, id }: Unit,
  pendingFilers: readonly string[] | null,
): Promise<ValueOfParts<typeof payeeParts>> {
  const accounts = await readAccounts(db, { entity, id }).execute();
  const names = await getOperatorNames(db, entity.name, id);
  const namesOf = (users: readonly string[]) => users.map((user) => names.get(user) ?? "—");
  return {
    filerNames: namesOf(pendingFilers ?? []),
    accountList: accounts.map(({ bankName, bankAccount, bankAccountName, filers, fileTime, ...decision }) => ({
      bankName,
      bankAccount: seen(actor, entity, "unitAccount", app.cipher.decrypt(bankAccount), "detail"),
      bankAccountName,
      filerNames: namesOf(filers),
      fileTime,
      approverName: names.get(decision.approveUser) ?? null,
      approveTime: decision.approveTime,
    })),
  };
}

/** Whether an account was ever approved for a unit. @param account as it is stored, the number by its hash */
export async function isApprovedAccount(
  db: Db,
  { entity, id }: Unit,
  account: Readonly<Record<"bankName" | "bankAccountHash" | "bankAccountName", string | null>>,
): Promise<boolean> {
  const found = await readAccounts(db, { entity, id })
    .where("bankName", "=", account.bankName)
    .where("bankAccountHash", "=", account.bankAccountHash)
    .where("bankAccountName", "=", account.bankAccountName)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** Whether a user filed or approved an account of a unit within a year: they do not pay it. */
export async function hasSetAccount(db: Db, { entity, id }: Unit, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isSet: boolean }>`
    select has_set_account(${entity.name}, ${id}::bigint, ${userId}::bigint) as is_set`.execute(db);
  return rows[0]?.isSet === true;
}
