import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { Checkbox, InputNumber } from "antd";
import { useState } from "react";
import { Dialog } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import { useSend } from "../../core/api/use-call.ts";
import { useTexts } from "../texts.ts";

interface Props {
  classId: string;
  monday: string;
  onClose: () => void;
}

/** Copies the lessons of a week to the weeks after it; a refusal says which lesson stands in the way, and nothing is copied. */
export function CopyWeek({ classId, monday, onClose }: Props) {
  const t = useTexts();
  const [weeks, setWeeks] = useState(1);
  const [skip, setSkip] = useState(true);
  const copy = useSend(lessonCalls.copyWeek, { silent: true });
  const submit = () =>
    copy.mutate(
      { classId, monday, weeks, skipHolidays: skip ? 1 : 0 },
      {
        onSuccess: (done) => {
          notify("success", t("week.copied", done));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      title={t("week.copyTitle")}
      onClose={onClose}
      onSubmit={submit}
      submitText={t("week.copy")}
      busy={copy.isPending}
      width={460}
    >
      {copy.error && <FailureList error={copy.error} />}
      <p>
        <label htmlFor="copy-weeks">{t("week.copyWeeks")}</label>{" "}
        <InputNumber<number>
          id="copy-weeks"
          value={weeks}
          onChange={(value) => setWeeks(value ?? 1)}
          min={1}
          max={52}
          precision={0}
          autoFocus
        />
      </p>
      <Checkbox checked={skip} onChange={({ target }) => setSkip(target.checked)}>
        {t("week.skipHolidays")}
      </Checkbox>
    </Dialog>
  );
}
