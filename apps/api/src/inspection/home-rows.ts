import { Investigation } from "@jipei/contract/inspection/investigation.ts";
import { sql } from "kysely";
import { liveRows } from "../core/access/data-scope.ts";
import type { HomeRows } from "../core/foundation/home-rows.ts";

/** Investigations that wait to be verified, and since when; not those that the user filled in. */
export const inspectionsWaiting: HomeRows = (actor) =>
  sql`select t.commit_time as since from investigation t where ${liveRows(Investigation, actor)} and t.fill_status = '1' and t.commit_user <> ${actor.userId} and t.create_user <> ${actor.userId}`;
