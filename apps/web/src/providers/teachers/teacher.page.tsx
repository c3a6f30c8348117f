import { Teacher, type TeacherRow, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { newTeacher, teacherColumns, teacherForm, teacherWhen } from "./teacher-fields.ts";
import { TeacherHistory } from "./teacher-history.tsx";
import { SyncTeachers } from "./sync-teachers.tsx";

/** The pool of teachers over all institutions. */
export default function TeacherPage() {
  return (
    <CrudPage
      entity={Teacher}
      calls={teacherCalls}
      resource="teacher"
      columns={teacherColumns}
      search={["name", "idNumber", "phone", "teachSubject", "skillLevel", "titleLevel", "dataSource", "isValid"]}
      card={["name", "teachSubject", "skillLevel", "isValid"]}
      form={teacherForm}
      when={teacherWhen}
      initial={newTeacher}
      inputOf={(trainTeacherDTO) => ({ trainTeacherDTO })}
      actions={({ reload }) => <SyncTeachers call={teacherCalls.syncTeachers} right="teacher_edit" onDone={reload} />}
      below={(row: TeacherRow) => <TeacherHistory teacherId={String(row.id)} />}
    />
  );
}
