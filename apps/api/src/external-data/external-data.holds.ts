import type { Actor } from "../core/foundation/actor.ts";
import { question } from "../core/foundation/ports.ts";

/** Whether a person belongs to the actor's institution or enterprise, which may query registers about nobody else. */
export const isOwnPerson = question<{ actor: Actor; idNumberHash: string }>("is the person one of the actor's own?");
/** Whether a claim names a person. */
export const isInClaim = question<{ claimId: string; idNumberHash: string }>("does the claim name the person?");
