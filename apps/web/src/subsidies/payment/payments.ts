import type { OutputOf } from "@jipei/contract/core/call.ts";
import { paymentQueue, paymentQueueExport } from "@jipei/contract/subsidies/payment-list.calls.ts";

/** A completed claim of either side. */
export type Payment = OutputOf<typeof paymentQueue>["records"][number];

export const payments = { list: paymentQueue, export: paymentQueueExport };
