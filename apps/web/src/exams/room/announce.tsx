import { examCalls } from "@jipei/contract/exams/exam.calls.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { ReasonDialog } from "../../core/moves/reason-dialog.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

/** Announces something to everybody who is answering. */
export function Announce({ examId, onDone }: { examId: string; onDone: () => void }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const sending = useSend(examCalls.announce);
  const send = (text: string) =>
    sending.mutate(
      { examId, text },
      {
        onSuccess: () => {
          notify("success", t("room.announceDone"));
          setOpen(false);
          onDone();
        },
      },
    );
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t("room.announce")}
      </Button>
      <ReasonDialog
        open={open}
        action={t("room.announce")}
        ask={{ title: t("room.announce"), label: t("room.announceText"), required: t("room.announceText") }}
        busy={sending.isPending}
        onSubmit={send}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
