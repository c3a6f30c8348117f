import type { InputOf } from "@jipei/contract/core/call.ts";
import { examPaperCalls } from "@jipei/contract/exams/exam-paper.calls.ts";
import { examRoomCalls as calls } from "@jipei/contract/exams/exam-room.calls.ts";
import { seatOrder } from "@jipei/contract/exams/exam-codes.ts";
import { Button, Radio } from "antd";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { useCodeText } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

type Order = InputOf<typeof calls.assignSeats>["order"];

/** Distributes the candidates over the rooms, by student number or at random. */
export function AssignSeats({ examId, onDone }: { examId: string; onDone: () => void }) {
  const t = useTexts();
  const label = useLabel();
  const getText = useCodeText();
  const [open, setOpen] = useState(false);
  const [order, setOrder] = useState<Order>("studentNo");
  const sending = useSend(calls.assignSeats, { also: [examPaperCalls.list] });
  const assign = () =>
    sending.mutate(
      { examId, order },
      {
        onSuccess: ({ seated, rooms }) => {
          notify("success", t("seats.assigned", { n: seated, rooms }));
          setOpen(false);
          onDone();
        },
      },
    );
  const name = label(calls.assignSeats);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      <Dialog
        open={open}
        title={name}
        onClose={() => setOpen(false)}
        onSubmit={assign}
        submitText={name}
        busy={sending.isPending}
        width={520}
      >
        <Radio.Group
          value={order}
          onChange={(event) => setOrder(event.target.value as Order)}
          options={(Object.keys(seatOrder.codes) as Order[]).map((value) => ({
            value,
            label: getText(seatOrder, value),
          }))}
          aria-label={label(seatOrder)}
        />
        <p>{t("seats.assignText")}</p>
      </Dialog>
    </>
  );
}
