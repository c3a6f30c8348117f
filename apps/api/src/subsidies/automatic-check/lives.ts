import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import type { RowFacts } from "./facts.ts";

/** What the register of persons says of somebody's life. */
export interface Life {
  idNumberHash: string;
  isAlive: boolean;
  /** Where the register names it. */
  deathDate: string | null;
}

/** Nothing where the register is silent, or knows another person by the number. */
export const getLife = (person: RowFacts["person"], idNumberHash: string | undefined): Life[] =>
  person.state === "found" && person.data.match === "1" && idNumberHash
    ? [{ idNumberHash, isAlive: person.data.isAlive !== "0", deathDate: person.data.deathDate ?? null }]
    : [];

/** Notes who is registered as deceased, so that what was paid for them is found without asking again. A death that is taken back is forgotten. */
export async function noteLives(tx: Tx, lives: readonly Life[]): Promise<void> {
  const dead = lives.filter(({ isAlive }) => !isAlive);
  const alive = lives.filter(({ isAlive }) => isAlive).map(({ idNumberHash }) => idNumberHash);
  await sql`delete from known_death where id_number_hash = any(${alive})`.execute(tx);
  await sql`
    insert into known_death (id_number_hash, death_date) select distinct on (hash) hash, day from unnest(${dead.map(({ idNumberHash }) => idNumberHash)}::text[], ${dead.map(({ deathDate }) => deathDate)}::date[]) as d (hash, day)
    on conflict (id_number_hash) do update set death_date = coalesce(excluded.death_date, known_death.death_date)`.execute(
    tx,
  );
}
