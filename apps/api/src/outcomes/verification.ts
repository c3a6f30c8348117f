import { TrainEmployment, followedMonths, unemployed } from "@jipei/contract/outcomes/train-employment.ts";
import { sql } from "kysely";
import type { Tx } from "../core/database/db.ts";
import type { StoredRow } from "../core/database/tables.ts";
import { writeAudit } from "../core/entity/audit.ts";
import { system } from "../core/foundation/actor.ts";
import { addMonths, today } from "../core/foundation/clock.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Timer } from "../core/jobs/jobs.ts";
import { askRegisters, verify } from "./work-registers.ts";

/** Follow-ups of one question to the registers, and of one night. */
const pageSize = 100;
const mostOfANight = 5000;

interface Reported extends Pick<
  StoredRow<typeof TrainEmployment>,
  "id" | "version" | "verifySource" | "creditCode" | "contractDate"
> {
  /** Encrypted. */
  idNumber: string;
}
type Asked = Reported & { found: ReturnType<typeof verify> };

/**
 * Asks the registers again about people who are said to work while no register has said so, until a year after the end of their class; those asked
 * about longest ago first. Ends early where no register answers.
 * @returns how many were verified
 */
export async function verifyReported(app: Services, most = mostOfANight): Promise<number> {
  const { rows } = await sql<Reported>`
    select t.id, t.version, t.verify_source, t.credit_code, t.contract_date, s.id_number
    from train_employment t join trainee s on s.id = t.student_id join training c on c.id = t.class_id
    where t.verify_source = '3' and t.employment_kind <> ${unemployed} and t.is_deleted = 0 and c.end_date >= ${addMonths(today(), -followedMonths)}
    order by t.verify_time nulls first, t.id limit ${most}`.execute(app.db);
  let verified = 0;
  for (let start = 0; start < rows.length; start += pageSize) {
    const page = rows.slice(start, start + pageSize);
    const work = await askRegisters(
      app,
      system,
      page.map((row) => app.cipher.decrypt(row.idNumber)),
    );
    const asked = page.map((row, index) => ({ ...row, found: verify(row, work[index] ?? null) }));
    const answered = asked.filter(({ found }) => found.verifyTime !== null);
    if (answered.length === 0) break;
    verified += await app.db.transaction().execute((tx) => keep(tx, answered));
  }
  return verified;
}

/** Keeps what registers said of rows that nobody changed meanwhile. @returns how many were verified */
async function keep(tx: Tx, asked: readonly Asked[]): Promise<number> {
  const of = <V>(value: (found: Asked["found"]) => V) => asked.map(({ found }) => value(found));
  const { rows } = await sql<{ id: string }>`
    update train_employment t set verify_source = f.source, verify_time = f.time,
      insured_date = coalesce(f.insured, t.insured_date), contract_date = coalesce(t.contract_date, f.contract),
      update_user = case when f.source = '3' then t.update_user else ${system.userId}::bigint end,
      update_time = case when f.source = '3' then t.update_time else now() end,
      version = t.version + (f.source <> '3')::int
    from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ version }) => version)}::int[],
      ${of((found) => found.verifySource)}::text[], ${of((found) => found.verifyTime)}::timestamptz[],
      ${of((found) => found.insuredDate)}::date[], ${of((found) => found.contractDate)}::date[]) as f (id, version, source, time, insured, contract)
    where t.id = f.id and t.version = f.version and t.is_deleted = 0 and t.verify_source = '3'
    returning t.id`.execute(tx);
  const kept = new Set(rows.map(({ id }) => id));
  const verified = asked.filter(({ id, found }) => kept.has(id) && found.verifySource !== "3");
  await writeAudit(
    tx,
    system,
    verified.map(({ id, verifySource, found }) => ({
      bizType: TrainEmployment.name,
      bizId: id,
      action: "verify",
      before: { verifySource },
      after: found,
    })),
  );
  return verified.length;
}

export const verificationTimer: Timer = {
  name: "outcomes.verify",
  cron: "50 4 * * *",
  run: async (app) => void (await verifyReported(app)),
};
