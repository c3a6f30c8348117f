import type { Call } from "@jipei/contract/core/call.ts";
import { leaveCalls } from "@jipei/contract/workflow/leave.ts";
import { processCalls, workCalls } from "@jipei/contract/workflow/work.calls.ts";
import type { InputOf } from "../../core/api/call-input.ts";
import { useSend } from "../../core/api/use-call.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

/** What a move in a process changes on screen besides its own resource. */
const also = [processCalls.detail, leaveCalls.detail, workCalls.count];

/** Sends a move in a process and closes what asked for it; a refusal stays with who asked, so that nothing typed is lost. */
export function useMove<I>(call: Call<I, unknown>, onClose: () => void, doneText?: string) {
  const t = useTexts();
  const { mutate, isPending, error } = useSend(call, { silent: true, also });
  const send = (input: InputOf<I>) =>
    mutate(input, {
      onSuccess: () => {
        notify("success", doneText ?? t("form.done"));
        onClose();
      },
    });
  return { send, busy: isPending, error };
}
