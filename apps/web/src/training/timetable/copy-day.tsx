import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { useState } from "react";
import { useSend } from "../../core/api/use-call.ts";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { DateControl } from "../../core/form/dates/date-controls.tsx";
import { addDays, formatDate } from "../../core/format/dates.ts";
import { notify } from "../../core/ui/notify.ts";
import { useTexts } from "../texts.ts";

/** Copies the lessons of a day to another one, the next unless chosen; a refusal says which lesson stands in the way, and nothing is copied. */
export function CopyDay({ classId, day, onClose }: { classId: string; day: string; onClose: () => void }) {
  const t = useTexts();
  const [to, setTo] = useState<string | null>(addDays(day, 1));
  const copy = useSend(lessonCalls.copyDay, { silent: true });
  const submit = () => {
    if (!to) return;
    copy.mutate(
      { classId, day, to },
      {
        onSuccess: (done) => {
          notify("success", t("week.dayCopied", done));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      title={t("week.copyDayOf", { day: formatDate(day) })}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("week.copyDay")}
      busy={copy.isPending}
      width={460}
    >
      {copy.error && <FailureList error={copy.error} />}
      <label htmlFor="copy-day">{t("week.copyDayTo")}</label>
      <DateControl id="copy-day" value={to} onChange={setTo} />
    </Dialog>
  );
}
