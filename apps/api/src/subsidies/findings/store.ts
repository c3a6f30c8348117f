import type { findingBusiness } from "@jipei/contract/subsidies/subsidy-codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { type Outcome, saidIn } from "../automatic-check/rule.ts";

/** What one rule found; without a line it is about the row itself. */
export interface Found extends Outcome {
  code: string;
  nameZh: string;
  nameEn: string;
  lineId: string | null;
}

/** What a check was about: a claim, a class, … */
export interface Checked {
  bizType: CodeOf<typeof findingBusiness>;
  bizId: string;
}

/** Writes the findings of a check as a new run of what it was about, whose row is locked. @returns the number of the run */
export async function storeFindings(tx: Tx, actor: Actor, about: Checked, findings: readonly Found[]): Promise<string> {
  const runNo = await nextRunNo(tx, about);
  const column = <T>(of: (finding: Found) => T) => findings.map(of);
  await sql`
    insert into finding (biz_type, biz_id, detail_id, rule_code, rule_name, rule_name_en, severity, is_pass, expect_value, expect_value_en, actual_value, actual_value_en, message, message_en, evidence, run_no, run_time, create_user, update_user)
    select ${about.bizType}, ${about.bizId}, f.line_id, f.code, f.name_zh, f.name_en, f.severity, f.pass, left(f.expect, 200), left(f.expect_en, 200), left(f.actual, 200), left(f.actual_en, 200), left(f.zh, 500), left(f.en, 500), f.evidence, ${runNo}, now(), ${actor.userId}, ${actor.userId}
    from unnest(${column((f) => f.lineId)}::text[], ${column((f) => f.code)}::text[], ${column((f) => f.nameZh)}::text[], ${column((f) => f.nameEn)}::text[], ${column((f) => f.severity)}::text[], ${column((f) => (f.pass ? "1" : "0"))}::text[],
      ${column((f) => saidIn(0, f.expect))}::text[], ${column((f) => saidIn(1, f.expect))}::text[], ${column((f) => saidIn(0, f.actual))}::text[], ${column((f) => saidIn(1, f.actual))}::text[],
      ${column((f) => f.zh)}::text[], ${column((f) => f.en)}::text[], ${column((f) => JSON.stringify(f.evidence))}::jsonb[]) as f (line_id, code, name_zh, name_en, severity, pass, expect, expect_en, actual, actual_en, zh, en, evidence)`.execute(
    tx,
  );
  return runNo;
}

/** Sorts by time, then by run. */
async function nextRunNo(tx: Tx, { bizType, bizId }: Checked): Promise<string> {
  const { rows } = await sql<{
    n: string;
  }>`select count(distinct run_no) as n from finding where biz_type = ${bizType} and biz_id = ${bizId}`.execute(tx);
  return `${now().replace(/\D/g, "")}-${String(Number(rows[0]?.n ?? 0) + 1).padStart(4, "0")}`;
}
