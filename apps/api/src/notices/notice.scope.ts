import type { noticeTarget } from "@jipei/contract/notices/notice.ts";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { type Condition, everything } from "../core/database/sql.ts";
import { isShown } from "./published/publication.ts";

type Target = keyof (typeof noticeTarget)["codes"];
const targetOf: Readonly<Record<Actor["audience"], Target>> = {
  bureau: "UsedByManage",
  institution: "UsedByOrg",
  enterprise: "enterprise",
  person: "UsedByPerson",
  public: "public",
};

/** Published, not expired, and for one of these readers. */
const published = (targets: readonly Target[]): Condition => sql`${isShown()} and t.target && ${targets}::text[]`;

/** The bureau sees drafts too, others what is published for them or for everybody. */
export const noticeScope = (actor: Actor): Condition =>
  actor.audience === "bureau" ? everything : readableNotices(actor);

/** The notices that the popover shows an actor. */
export const readableNotices = (actor: Actor): Condition => published([targetOf[actor.audience], "public"]);

/** What is published for everybody. */
export const publicNotices = (): Condition => published(["public"]);
