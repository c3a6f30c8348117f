import type { Leave } from "@jipei/contract/workflow/leave.ts";
import type { FormValues } from "../../core/form/fields.ts";

/** What a leave asks for; the rules of the form have seen to it that nothing is missing. */
export const getAsked = ({ startTime, endTime, reason }: FormValues<typeof Leave>) => ({
  startTime: startTime ?? "",
  endTime: endTime ?? "",
  reason: reason ?? "",
});
