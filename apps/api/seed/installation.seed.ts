import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import { sql } from "kysely";
import type { Db } from "../src/core/database/db.ts";

/** The installation itself is the first of the tenants. */
export async function seedInstallation(db: Db): Promise<void> {
  await sql`insert into tenant (tenant_id, tenant_name, status, create_user, update_user) values (${installation}, '平台', '1', 0, 0) on conflict do nothing`.execute(
    db,
  );
}
