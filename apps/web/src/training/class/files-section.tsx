import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { lessonCalls } from "@jipei/contract/training/lesson.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import { Button } from "antd";
import { Suspense, useState } from "react";
import { FieldValue } from "../../core/form/field-value.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { PrintAnswer } from "../../core/print/print-answer.tsx";
import { can, useSession } from "../../core/session/session.ts";
import { useCall } from "../../core/api/use-call.ts";
import { PrintClassAttendance } from "../attendance/attendance-print.tsx";
import { type WholeClass, classCalls } from "@jipei/contract/training/training-class.calls.ts";
import { lazyPart } from "../../core/ui/lazy-part.ts";
import { PrintRoster } from "../roster/roster-print.tsx";
import { useTexts } from "../texts.ts";
import { useTimetable } from "../timetable/timetable-calls.ts";
import { PrintTimetable } from "../timetable/timetable-print.tsx";

const FormDialog = lazyPart(() => import("../../core/dialog/form-dialog.tsx").then(({ FormDialog }) => FormDialog));

type Form = "roster" | "timetable" | "attendance";
const rights: Readonly<Record<Form, PermissionKey>> = {
  roster: "train_student_view",
  timetable: "class_schedule_view",
  attendance: "attendance_view",
};

/** The files of the class itself, and its paper forms; proofs and claims keep their own. */
export default function FilesSection({ id, row, reload }: SectionProps<WholeClass>) {
  const t = useTexts();
  const label = useLabel();
  const session = useSession();
  const [printing, setPrinting] = useState<Form | null>(null);
  const field = TrainingClass.fields.teachPlanAttId;
  const forms = (Object.keys(rights) as Form[]).filter((form) => can(rights[form], session));
  const [uploading, setUploading] = useState(false);
  const mayUpload = row.status === "unCommit" && can("train_class_edit", session) && can("train_class_add", session);
  const done = () => setPrinting(null);
  return (
    <>
      <section>
        <h2 className="section-title">{label(field)}</h2>
        {row.teachPlanAttId ? (
          <FieldValue field={field} value={row.teachPlanAttId} />
        ) : (
          <p className="unit">{t("files.none")}</p>
        )}
        {mayUpload && <Button onClick={() => setUploading(true)}>{t("files.upload")}</Button>}
      </section>
      {forms.length > 0 && (
        <section>
          <h2 className="section-title">{t("files.print")}</h2>
          <div className="toolbar">
            {forms.map((form) => (
              <Button key={form} onClick={() => setPrinting(form)}>
                {t(`files.${form}`)}
              </Button>
            ))}
          </div>
        </section>
      )}
      {uploading && (
        <Suspense fallback={null}>
          <FormDialog
            open
            title={label(field)}
            entity={TrainingClass}
            sections={[{ fields: ["teachPlanAttId"] }]}
            row={row}
            submit={classCalls.save}
            onReload={reload}
            onDone={reload}
            onClose={() => setUploading(false)}
          />
        </Suspense>
      )}
      {printing === "roster" && <PrintRoster row={row} onDone={done} />}
      {printing === "timetable" && <TimetableForm id={id} row={row} onDone={done} />}
      {printing === "attendance" && <AttendanceForm id={id} row={row} onDone={done} />}
    </>
  );
}

interface FormProps {
  id: string;
  row: WholeClass;
  onDone: () => void;
}

function TimetableForm({ id, row, onDone }: FormProps) {
  return (
    <PrintAnswer query={useTimetable(id)} onDone={onDone}>
      {(lessons) => <PrintTimetable row={row} lessons={lessons} onDone={onDone} />}
    </PrintAnswer>
  );
}

function AttendanceForm({ id, row, onDone }: FormProps) {
  const found = useCall(lessonCalls.attendanceSheet, { classId: id });
  return (
    <PrintAnswer query={found} onDone={onDone}>
      {(sheet) => <PrintClassAttendance row={row} sheet={sheet} onDone={onDone} />}
    </PrintAnswer>
  );
}
