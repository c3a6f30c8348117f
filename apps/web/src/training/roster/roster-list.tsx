import { runAllowsLeaving, studentMachine } from "@jipei/contract/training/student.machine.ts";
import { Student, rosterImport, rosterInFull, studentCalls as calls } from "@jipei/contract/training/student.ts";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { PurposeExport } from "../../core/files/purpose-export.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import type { ListTools } from "../../core/crud/crud-page.tsx";
import type { Named } from "../../core/i18n/language.ts";
import { can, useSession } from "../../core/session/session.ts";
import { ChangeClassDialog } from "./change-class-dialog.tsx";
import type { Moving } from "./change-class-dialog.tsx";
import { rosterSections, rosterWhen } from "./roster-form.ts";
import { SignUpDrawer } from "../sign-ups/sign-up-drawer.tsx";
import { ownClasses, ownDrafts } from "./sources.ts";
import { useTexts } from "./texts.ts";
import { useInstitution } from "./use-institution.ts";

interface Row extends Moving {
  confirmStatus: string | null;
}

interface Props {
  /** The class whose roster it is; all classes without one. */
  classId?: string;
  /** Filing state of that class. */
  classStatus?: string | null;
  /** Where that class stands. */
  runState?: string | null;
  embedded?: boolean;
  /** Chooses one of the classes. */
  chooser?: ReactNode;
  title?: Named;
}

const name = { field: "name", width: 110 } as const;
const studentNo = { field: "studentNo", width: 176 } as const;
const columnsInClass = [
  name,
  studentNo,
  "confirmStatus",
  idNumberColumn,
  "phone",
  "personCategory",
  "attendanceRate",
  "gradeResult",
  "subsidyStatus",
  "rosterSource",
  "backReason",
] as const;
const columnsEverywhere = [
  name,
  studentNo,
  "confirmStatus",
  { field: "className", width: 220 },
  idNumberColumn,
  "phone",
  "personCategory",
  "attendanceRate",
  "gradeResult",
  "certNo",
  "subsidyStatus",
] as const;

const searchInClass = ["name", "idNumber", "phone", "personCategory", "confirmStatus", "gradeResult"] as const;
const searchEverywhere = [
  "name",
  "idNumber",
  "phone",
  "classId",
  "classNo",
  "courseName",
  "level",
  "personCategory",
  "confirmStatus",
  "gradeResult",
  "subsidyStatus",
] as const;

/** The roster of a class, or of all classes of the viewer: one by one, from sign-ups, by workbook. */
export function RosterList({ classId, classStatus, runState, embedded, chooser, title = ["花名册", "Roster"] }: Props) {
  const t = useTexts();
  const session = useSession();
  const [moving, setMoving] = useState<{ rows: readonly Moving[]; tools: ListTools<Row> } | null>(null);
  const [taking, setTaking] = useState(false);
  const institution = useInstitution();
  const draft = !classId || classStatus === "unCommit";
  const editable = institution && draft;

  const actions = (tools: ListTools<Row>) => (
    <>
      {chooser}
      {institution && classId && draft && can("sign_confirm", session) && (
        <Button onClick={() => setTaking(true)}>{t("roster.fromSignUps")}</Button>
      )}
      {institution && can("train_student_edit", session) && <PurposeExport call={rosterInFull} params={tools.params} />}
      {can("train_student_change_class", session) && tools.selected.length > 0 && (
        <Button onClick={() => setMoving({ rows: tools.selected, tools })}>{t("roster.changeClass")}</Button>
      )}
    </>
  );
  return (
    <>
      <CrudPage
        entity={Student}
        calls={{
          list: institution ? calls.getStudentUsedByOrg : calls.list,
          detail: calls.detail,
          export: calls.export,
          ...(editable && { submit: calls.submit, remove: calls.remove, import: rosterImport }),
        }}
        resource="train_student"
        title={title}
        columns={classId ? columnsInClass : columnsEverywhere}
        search={classId ? searchInClass : searchEverywhere}
        card={["name", "confirmStatus", classId ? "phone" : "className", "attendanceRate"]}
        form={rosterSections}
        refs={{ classId: draft && institution ? ownDrafts : ownClasses }}
        when={rosterWhen}
        locked={classId ? ["classId"] : []}
        initial={{ classId, idType: "1" }}
        importWith={classId ? { classId } : {}}
        importCovers
        fixed={classId ? { classId } : undefined}
        machine={studentMachine}
        // The rows of all classes together do not know the state: one leaves from the roster of the class.
        moves={{ invalidate: { call: calls.quit, when: () => runAllowsLeaving(runState ?? null) } }}
        selects={can("train_student_change_class", session)}
        actions={actions}
        frozen={(row: Row) =>
          editable && row.confirmStatus !== "unConfirm" && row.confirmStatus !== "Invalidate"
            ? null
            : ["班级已提交或学员已退班，不能修改", "The class has been submitted or the student has left"]
        }
        embedded={embedded}
      />
      {moving && (
        <ChangeClassDialog
          rows={moving.rows}
          onClose={() => setMoving(null)}
          onDone={() => {
            moving.tools.clear();
            setMoving(null);
          }}
        />
      )}
      {taking && classId && <SignUpDrawer classId={classId} onClose={() => setTaking(false)} />}
    </>
  );
}
