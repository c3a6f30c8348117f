import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { entities } from "@jipei/contract/entities.ts";

const root = join(import.meta.dirname, "../../../..");
const contract = join(root, "packages/contract/src");

/** Tables without an entity, by the domain (or the core) that writes them. All others belong to the domain of their entity. */
const withoutEntity: Readonly<Record<string, readonly string[]>> = {
  core: [
    "audit_record",
    "key_fingerprint",
    "key_node",
    "key_version",
    "rate_count",
    "reencryption",
    "remembered_answer",
    "reminder_day",
    "seeded",
    "job",
    "import_row",
  ],
  settings: ["reference_edition", "serial_counter"],
  files: [
    "attachment_use",
    "stored_object",
    "document_conversion",
    "document_version",
    "document_session",
    "document_session_user",
  ],
  notices: [
    "desk_notice_read",
    "message",
    "message_read",
    "news_read",
    "notice_read",
    "operational_alert",
    "verification_code",
  ],
  logs: ["usual_log"],
  auth: [
    "envelope_key",
    "envelope_nonce",
    "factor_challenge",
    "login_failure",
    "login_session",
    "recovery_code",
    "second_factor",
    "sign_in",
    "third_party_step",
    "used_proof",
    "user_identity",
  ],
  access: ["access_version", "role_api_scope", "role_data_scope", "role_menu", "role_permission", "top_menu_menu"],
  users: ["saved_view", "user_limit", "user_platform", "user_role"],
  tenants: ["tenant_preparation"],
  backup: ["backup_run"],
  "external-data": ["local_register"],
  exams: ["exam_announcement", "exam_pool", "exam_ruling", "paper_event", "question_edition"],
  providers: ["payee_account"],
  training: ["lesson_booking"],
  entitlements: ["entitlement", "entitlement_day"],
  subsidies: [
    "claim_check",
    "claim_policy",
    "finding_pass",
    "known_death",
    "project_price",
    "review_draft",
    "review_draft_row",
  ],
  "work-records": ["work_reminder"],
  competitions: ["competition_item"],
  reports: ["report_result", "report_schedule", "report_version"],
  setup: ["setup_link", "setup_state"],
  workflow: [
    "flow_activity",
    "flow_execution",
    "flow_form_value",
    "flow_list_field",
    "flow_start_timer",
    "flow_timer",
    "flow_variable",
    "flow_wait",
  ],
};

/** Name of an entity → the folder of the contract that it is in. */
function homesOfEntities(): Map<string, string> {
  const files = readdirSync(contract, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(contract, file), "utf8").matchAll(/\b(?:entity|recordEntity)\(\s*"(\w+)"/g)].map(
        ([, name]) => [name as string, file.split("/")[0] as string] as const,
      ),
    ),
  );
}

const homes = homesOfEntities();

/** Table → the domain that owns it. */
export const ownerOf: ReadonlyMap<string, string> = new Map([
  ...entities.map(({ name, table }) => [table, homes.get(name) ?? "nobody"] as const),
  ...Object.entries(withoutEntity).flatMap(([domain, tables]) => tables.map((table) => [table, domain] as const)),
]);

/** Entity → its table. */
export const tableOfEntity: ReadonlyMap<string, string> = new Map(entities.map(({ name, table }) => [name, table]));

/** Every table that migrations make. */
export function tablesOfMigrations(): string[] {
  const folder = join(root, "apps/api/migrations");
  const text = readdirSync(folder)
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const dropped = new Set([...text.matchAll(/^drop table (\w+)/gim)].map(([, table]) => table));
  const made = [...text.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(([, table]) => table);
  // Rows of an entity may be a part of a table, written through a view.
  const views = [...text.matchAll(/^create view (\w+)/gim)]
    .map(([, view]) => view)
    .filter((view) => ownerOf.has(view ?? ""));
  return [...new Set([...made, ...views])].filter((table) => table !== undefined && !dropped.has(table)) as string[];
}
