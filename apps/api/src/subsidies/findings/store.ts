import { sql } from "kysely";
import type { Actor } from "../../core/foundation/actor.ts";
import { now } from "../../core/foundation/clock.ts";
import type { Tx } from "../../core/database/db.ts";
import { cut } from "../../core/foundation/texts/cut.ts";
import { type Outcome, saidIn } from "../automatic-check/rule.ts";
import type { Checked } from "./checked.ts";

/** What one rule found; without a line it is about the row itself. */
export interface Found extends Outcome {
  code: string;
  nameZh: string;
  nameEn: string;
  lineId: string | null;
}

/** Whose findings they are: they are found by their unit, in which a claim or a class stays for ever. */
const unitOf = ({ bizType, bizId }: Checked) =>
  bizType === "class"
    ? sql`(select c.org_id from training c where c.id = ${bizId})`
    : sql`(select c.org_id from subsidy_application c where c.id = ${bizId})`;

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
    insert into finding (biz_type, biz_id, org_id, detail_id, rule_code, rule_name, rule_name_en, severity, is_pass, expect_value, expect_value_en, actual_value, actual_value_en, message, message_en, evidence, run_no, run_time, create_user, update_user)
    select ${about.bizType}, ${about.bizId}, ${unitOf(about)}, f.line_id, f.code, f.name_zh, f.name_en, f.severity, f.pass, f.expect, f.expect_en, f.actual, f.actual_en, f.zh, f.en, f.evidence::jsonb, ${runNo}, now(), ${actor.userId}, ${actor.userId}
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
      insert into finding (id, biz_type, biz_id, org_id, rule_code, rule_name, rule_name_en, severity, is_pass, message, message_en, passed_rows, run_no, run_time, create_user, update_user)
      overriding system value
      select id, ${about.bizType}, ${about.bizId}, ${unitOf(about)}, code, name_zh, name_en, '3', '1', '符合', 'Met', n, ${runNo}, now(), ${actor.userId}, ${actor.userId} from numbered)
    insert into finding_pass (finding_id, detail_ids, expect_values, expect_values_en, actual_values, actual_values_en, messages, messages_en, evidences)
    select id, line_ids, expect, expect_en, actual, actual_en, zh, en, evidence from numbered`.execute(tx);
}

/** The passes of one rule as a row: it is grouped here, since the database takes longer to sort ten thousand texts than to store them. */
function passesOfRule(passes: readonly Found[]) {
  const { code, nameZh, nameEn } = passes[0] as Found;
  return sql`(${code}, ${nameZh}, ${nameEn}, ${passes.length}::bigint, ${column(passes, (f) => f.lineId)}, ${textsOf(passes)})`;
}

type Column = (finding: Found) => string | null;
const column = (findings: readonly Found[], of: Column) => sql`${findings.map(of)}::text[]`;

/** What a finding keeps of its texts. */
const longest = { value: 200, message: 500 };
const texts: readonly Column[] = [
  (f) => cut(saidIn(0, f.expect), longest.value),
  (f) => cut(saidIn(1, f.expect), longest.value),
  (f) => cut(saidIn(0, f.actual), longest.value),
  (f) => cut(saidIn(1, f.actual), longest.value),
  (f) => cut(f.zh, longest.message),
  (f) => cut(f.en, longest.message),
  (f) => JSON.stringify(f.evidence),
];
/** SQL of the last columns: expect, expect_en, actual, actual_en, zh, en, evidence. */
const textsOf = (findings: readonly Found[]) => sql.join(texts.map((of) => column(findings, of)));

/** Findings as rows (alias `f`). */
function rowsOf(findings: readonly Found[]) {
  const facts: readonly Column[] = [
    (f) => f.lineId,
    (f) => f.code,
    (f) => f.nameZh,
    (f) => f.nameEn,
    (f) => f.severity,
    (f) => (f.pass ? "1" : "0"),
  ];
  return sql`unnest(${sql.join(facts.map((of) => column(findings, of)))}, ${textsOf(findings)})
    f (line_id, code, name_zh, name_en, severity, pass, expect, expect_en, actual, actual_en, zh, en, evidence)`;
}

/** Sorts by time, then by run. */
async function nextRunNo(tx: Tx, { bizType, bizId }: Checked): Promise<string> {
  const { rows } = await sql<{
    n: string;
  }>`select count(distinct run_no) as n from finding where biz_type = ${bizType} and biz_id = ${bizId}`.execute(tx);
  return `${now().replace(/\D/g, "")}-${String(Number(rows[0]?.n ?? 0) + 1).padStart(4, "0")}`;
}
