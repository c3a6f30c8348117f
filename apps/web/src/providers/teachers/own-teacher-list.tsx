import type { Save } from "@jipei/contract/core/entity.ts";
import { TeacherHire } from "@jipei/contract/providers/teacher-hire.ts";
import { Teacher, type TeacherRow, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { type FormValues, withFields } from "../../core/form/fields.ts";
import { SyncTeachers } from "./sync-teachers.tsx";
import { newTeacher, teacherColumns, teacherForm, teacherWhen } from "./teacher-fields.ts";
import { TeacherHistory } from "./teacher-history.tsx";

// A new teacher comes with a hire: its fields stand in the same form, under names of their own.
const hireFields = {
  hireKind: TeacherHire.fields.teacherKind,
  hireStart: TeacherHire.fields.startDate,
  hireEnd: TeacherHire.fields.endDate,
  hireContract: TeacherHire.fields.contractAttId,
};
const withHire = withFields(Teacher, hireFields);
const isNew = ({ id }: FormValues<typeof Teacher>) => !id;

/** Who the teachers are. */
export function TeacherList() {
  const { usedByOrg: list, detail, orgTeacherSave: submit, export: download } = teacherCalls;
  return (
    <CrudPage
      embedded
      entity={withHire}
      calls={{ list, detail, submit, export: download }}
      resource="teacher"
      columns={teacherColumns}
      search={["name", "idNumber", "teachSubject", "skillLevel", "isValid"]}
      card={["name", "teachSubject", "skillLevel"]}
      form={[
        ...teacherForm,
        { title: ["聘用信息", "Hire"], fields: ["hireKind", "hireStart", "hireEnd", "hireContract"] },
      ]}
      view={teacherForm}
      when={{ ...teacherWhen, hireKind: isNew, hireStart: isNew, hireEnd: isNew, hireContract: isNew }}
      initial={newTeacher}
      inputOf={nested}
      actions={({ reload }) => <SyncTeachers call={teacherCalls.syncOrgTeachers} right="teacher_add" onDone={reload} />}
      below={(row: TeacherRow) => <TeacherHistory teacherId={String(row.id)} />}
    />
  );
}

function nested({ hireKind, hireStart, hireEnd, hireContract, ...trainTeacherDTO }: Save<typeof withHire>) {
  return {
    trainTeacherDTO,
    ...(!trainTeacherDTO.id && {
      trainTeacherHireDTO: {
        teacherKind: hireKind,
        startDate: hireStart,
        endDate: hireEnd,
        contractAttId: hireContract,
      },
    }),
  };
}
