import { TrainEmployment, trainEmploymentCalls as calls } from "@jipei/contract/outcomes/train-employment.ts";
import { Button } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useCall } from "../core/api/use-call.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FormDialog } from "../core/dialog/form-dialog.tsx";
import { chinaToday, formatDate } from "../core/format/dates.ts";
import { useLabel } from "../core/i18n/language.ts";
import { employmentForm, employmentRefs, employmentWhen } from "./employment-form.ts";
import "./outcomes.css";

/** Classes whose finishers are to be followed up; each opens to their names, which open the form. A class in the address is shown at once. */
export function FollowUpsDue() {
  const label = useLabel();
  const classId = useSearchParams()[0].get("classId") ?? undefined;
  const [open, setOpen] = useState(classId !== undefined);
  const [studentId, setStudentId] = useState<string | null>(null);
  const { data } = useCall(calls.due, { classId });
  if (!data || data.length === 0) return null;
  const count = data.reduce((sum, one) => sum + one.count, 0);
  const title = label([`待跟踪学员（${count}）`, `People to follow up (${count})`]);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{title}</Button>
      <Dialog open={open && studentId === null} title={title} onClose={() => setOpen(false)} footer={null}>
        {data.map((one) => (
          <details key={one.classId} className="due-class" open={classId === one.classId}>
            <summary>
              <strong>{one.className}</strong>{" "}
              <span className="unit">
                {label([
                  `${formatDate(one.endDate)} 结业，已满${one.months}个月，${one.count}人待跟踪`,
                  `over since ${formatDate(one.endDate)} (months: ${one.months}), ${one.count} to follow up`,
                ])}
              </span>
            </summary>
            <ul>
              {one.people.map((person) => (
                <li key={person.studentId}>
                  <button type="button" className="link-button" onClick={() => setStudentId(person.studentId)}>
                    {person.name}
                  </button>
                </li>
              ))}
              {one.count > one.people.length && (
                <li className="unit">
                  {label([
                    `另有${one.count - one.people.length}人，跟踪后显示`,
                    `and ${one.count - one.people.length} more, shown later`,
                  ])}
                </li>
              )}
            </ul>
          </details>
        ))}
      </Dialog>
      <FormDialog
        open={studentId !== null}
        entity={TrainEmployment}
        sections={employmentForm}
        initial={{ studentId, followDate: chinaToday() }}
        refs={employmentRefs}
        when={employmentWhen}
        submit={calls.submit}
        onClose={() => setStudentId(null)}
      />
    </>
  );
}
