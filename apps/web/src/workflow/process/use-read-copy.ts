import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { useSend } from "../../core/api/use-call.ts";
import { unreadCopy } from "@jipei/contract/workflow/process-links.ts";

/** Notes that the copy of a process has been read, where the page was opened as one. */
export function useReadCopy(processInstanceId: string): void {
  const [parameters] = useSearchParams();
  const { mutate } = useSend(workCalls.readCopy, { silent: true });
  const isUnread = parameters.has(unreadCopy);
  useEffect(() => {
    if (isUnread) mutate({ processInstanceId });
  }, [isUnread, mutate, processInstanceId]);
}
