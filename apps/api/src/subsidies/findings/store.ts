import type { findingBusiness } from "@jipei/contract/subsidies/subsidy-codes.ts";
import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { cut } from "../../core/foundation/texts/cut.ts";
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

/**
 * Writes the findings of a check as a new run of what it was about, whose row is locked: what is not met, and what is said of the row itself, each for
 * itself, what lines pass once for each rule. @returns the number of the run
 */
export async function storeFindings(tx: Tx, actor: Actor, about: Checked, findings: readonly Found[]): Promise<string> {
  const runNo = await nextRunNo(tx, about);
  const isPassOfLine = ({ pass, lineId }: Found) => pass && lineId !== null;
  const single = findings.filter((finding) => !isPassOfLine(finding));
  if (single.length > 0) await storeSingle(tx, actor, about, runNo, single);
  const passes = findings.filter(isPassOfLine);
  if (passes.length > 0) await storePasses(tx, actor, about, runNo, passes);
  return runNo;
}

async function storeSingle(tx: Tx, actor: Actor, about: Checked, runNo: string, findings: Found[]): Promise<void> {
  await sql`
    insert into finding (biz_type, biz_id, detail_id, rule_code, rule_name, rule_name_en, severity, is_pass, expect_value, expect_value_en, actual_value, actual_value_en, message, message_en, evidence, run_no, run_time, create_user, update_user)
    select ${about.bizType}, ${about.bizId}, f.line_id, f.code, f.name_zh, f.name_en, f.severity, f.pass, f.expect, f.expect_en, f.actual, f.actual_en, f.zh, f.en, f.evidence::jsonb, ${runNo}, now(), ${actor.userId}, ${actor.userId}
    from ${rowsOf(findings)}`.execute(tx);
}

/** A finding for all passes of a rule is followed by their ids, which no row has: `single_finding` gives them. */
async function storePasses(tx: Tx, actor: Actor, about: Checked, runNo: string, passes: Found[]): Promise<void> {
  const rules = [...Map.groupBy(passes, ({ code }) => code).values()].map(passesOfRule);
  await sql`
    with numbered as materialized (
      select g.*, take_finding_ids(g.n + 1) as id
      from (values ${sql.join(rules)}) g (code, name_zh, name_en, n, line_ids, expect, expect_en, actual, actual_en, zh, en, evidence)),
    stored as (
      insert into finding (id, biz_type, biz_id, rule_code, rule_name, rule_name_en, severity, is_pass, message, message_en, passed_rows, run_no, run_time, create_user, update_user)
      overriding system value
      select id, ${about.bizType}, ${about.bizId}, code, name_zh, name_en, '3', '1', '符合', 'Met', n, ${runNo}, now(), ${actor.userId}, ${actor.userId} from numbered)
    insert into finding_pass (finding_id, detail_ids, expect_values, expect_values_en, actual_values, actual_values_en, messages, messages_en, evidences)
    select id, line_ids, expect, expect_en, actual, actual_en, zh, en, evidence from numbered`.execute(tx);
}

/** The passes of one rule as a row: it is grouped here, since the database takes longer to sort ten thousand texts than to store them. */
function passesOfRule(passes: readonly Found[]) {
  const { code, nameZh, nameEn } = passes[0] as Found;
  const all = (of: (finding: Found) => string | null) => sql`${passes.map(of)}::text[]`;
  return sql`(${code}, ${nameZh}, ${nameEn}, ${passes.length}::bigint, ${all((f) => f.lineId)}, ${all(expected(0))}, ${all(expected(1))},
    ${all(actual(0))}, ${all(actual(1))}, ${all((f) => cut(f.zh, longest.message))}, ${all((f) => cut(f.en, longest.message))}, ${all((f) => JSON.stringify(f.evidence))})`;
}

/** What a finding keeps of its texts. */
const longest = { value: 200, message: 500 };
const expected = (language: 0 | 1) => (finding: Found) => cut(saidIn(language, finding.expect), longest.value);
const actual = (language: 0 | 1) => (finding: Found) => cut(saidIn(language, finding.actual), longest.value);

/** Findings as rows (alias `f`). */
function rowsOf(findings: readonly Found[]) {
  const column = (of: (finding: Found) => string | null) => sql`${findings.map(of)}::text[]`;
  return sql`unnest(${column((f) => f.lineId)}, ${column((f) => f.code)}, ${column((f) => f.nameZh)}, ${column((f) => f.nameEn)}, ${column((f) => f.severity)}, ${column((f) => (f.pass ? "1" : "0"))},
    ${column(expected(0))}, ${column(expected(1))}, ${column(actual(0))}, ${column(actual(1))},
    ${column((f) => cut(f.zh, longest.message))}, ${column((f) => cut(f.en, longest.message))}, ${column((f) => JSON.stringify(f.evidence))})
    f (line_id, code, name_zh, name_en, severity, pass, expect, expect_en, actual, actual_en, zh, en, evidence)`;
}

/** Sorts by time, then by run. */
async function nextRunNo(tx: Tx, { bizType, bizId }: Checked): Promise<string> {
  const { rows } = await sql<{
    n: string;
  }>`select count(distinct run_no) as n from finding where biz_type = ${bizType} and biz_id = ${bizId}`.execute(tx);
  return `${now().replace(/\D/g, "")}-${String(Number(rows[0]?.n ?? 0) + 1).padStart(4, "0")}`;
}
