import type { Actor } from "../core/foundation/actor.ts";
import { Refusal } from "../core/foundation/refusal.ts";

/** The institution that a row belongs to: as it says, or for a new one that of the actor. @throws NOT_OWNER for an actor without one */
export function getOwner(actor: Actor, row: { orgId: string } | null): string {
  const orgId = row?.orgId ?? actor.orgId;
  if (!orgId) throw new Refusal("NOT_OWNER");
  return orgId;
}
