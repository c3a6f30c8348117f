import type { OutputOf } from "@jipei/contract/core/call.ts";
import type { enterpriseSignCalls } from "@jipei/contract/training/enterprise-sign.ts";

/** A sign-up with its people and its history. */
export type WholeSign = OutputOf<typeof enterpriseSignCalls.detail>;
