import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { sql } from "kysely";
import type { Db } from "../src/core/db.ts";

/** Who runs the installation stands among the tenants, as the first of them. */
export async function seedInstallation(db: Db): Promise<void> {
  await sql`insert into tenant (tenant_id, tenant_name, status, create_user, update_user) values (${installation}, '平台', '1', 0, 0) on conflict do nothing`.execute(
    db,
  );
}
