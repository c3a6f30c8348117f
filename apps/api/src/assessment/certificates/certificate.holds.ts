import { question } from "../../core/foundation/ports.ts";

/** By the id of a certificate: is there a claim for it under review, or approved and not yet paid? Then it must not be revoked. */
export const certificateIsClaimed = question<string>("is the certificate claimed?");
