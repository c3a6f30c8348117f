import type { WholeInvestigation } from "@jipei/contract/inspection/investigation.calls.ts";
import { Button } from "antd";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { useGo } from "../../core/page/link.ts";
import { useSession } from "../../core/session/session.ts";
import { takeAlong } from "./new-note.ts";
import { useTexts } from "./texts.ts";

/** Takes a draft along to where there may be no network. */
export function TakeAlong({ row }: { row: WholeInvestigation }) {
  const t = useTexts();
  const go = useGo();
  const { info } = useSession();
  const { busy, attempt } = useAttempt();
  if (!info) return null;
  const take = async () => go(`/onsite?note=${await takeAlong(info.userId, row)}`);
  return (
    <Button loading={busy} onClick={() => void attempt(take)}>
      {t("takeAlong")}
    </Button>
  );
}
