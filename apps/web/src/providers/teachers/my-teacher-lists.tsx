import type { Save } from "@jipei/contract/core/entity.ts";
import { organisationTeacherMachine } from "@jipei/contract/providers/organisation-teacher.machine.ts";
import {
  OrganisationTeacher,
  type OrganisationTeacherRow,
  organisationTeacherCalls,
} from "@jipei/contract/providers/organisation-teacher.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import {
  TeacherEngagement,
  type TeacherEngagementRow,
  teacherEngagementCalls,
} from "@jipei/contract/providers/teacher-engagement.ts";
import { TeacherHire, type TeacherHireRow, teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { Teacher, type TeacherRow, teacherCalls } from "@jipei/contract/providers/teacher.ts";
import { invoke } from "../../core/api/call-client.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { type FormValues, withFields } from "../../core/form/fields.ts";
import { DueDate } from "../../core/format/due-date.tsx";
import type { Named } from "../../core/i18n/language.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { SyncTeachers } from "./sync-teachers.tsx";
import { newTeacher, teacherColumns, teacherForm, teacherWhen } from "./teacher-fields.ts";
import { TeacherHistory } from "./teacher-history.tsx";
import { HireControl } from "./hire-control.tsx";
import { Returned } from "../../core/ui/returned.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useCan } from "../../core/session/session.ts";
import { refSource } from "../../core/form/ref-source.ts";

const teacherRef = refSource({
  entity: Teacher,
  list: teacherCalls.choices,
  detail: teacherCalls.detail,
  note: "teacherNo",
});
const courseRef = refSource({
  entity: Course,
  list: courseCalls.list,
  detail: courseCalls.detail,
  params: { isValid: "isValid" },
  note: "trainKind",
});

const waiting: Named = ["已提交，等待审核", "Submitted; it waits for approval"];
const approved: Named = [
  "已审核通过，只能变更是否在岗；其他变更请删除后重新报备",
  "Approved: only duty can change; for anything else delete it and file it anew",
];

/** Why an entry cannot be edited; one that came back can. */
function whyFixed({ confirmStatus }: OrganisationTeacherRow): Named | null {
  if (confirmStatus === "back") return null;
  return confirmStatus === "Confirm" ? approved : waiting;
}

/** Going off and on duty needs no new approval. */
function dutySwitch(row: OrganisationTeacherRow, label: (named: Named) => string, reload: () => void): RowAction {
  const on = row.isValid === "isValid";
  return {
    key: "duty",
    label: label(on ? ["离岗", "Off duty"] : ["返岗", "On duty"]),
    run: () =>
      void invoke(organisationTeacherCalls.submit, {
        id: row.id,
        version: row.version,
        isValid: on ? "unValid" : "isValid",
      }).then(reload, () => undefined),
  };
}

/** Who may be scheduled, for which courses. */
export function FilingList() {
  const label = useLabel();
  const mayEdit = useCan("train_org_teacher_edit");
  const { list, detail, submit, remove, export: download } = organisationTeacherCalls;
  return (
    <CrudPage
      embedded
      entity={OrganisationTeacher}
      calls={{ list, detail, submit, remove, export: download }}
      resource="train_org_teacher"
      columns={[
        "teacherName",
        "teacherKind",
        {
          field: "hireEndDate",
          width: 200,
          render: (row: OrganisationTeacherRow) => <DueDate day={row.hireEndDate} />,
        },
        { field: "courseNames", width: 260 },
        "isValid",
        "confirmStatus",
        "backReason",
      ]}
      search={["teacherName", "teacherKind", "confirmStatus", "isValid"]}
      card={["teacherName", "teacherKind", "confirmStatus"]}
      form={["teacherId", "hireId", "teacherKind", "courseIds", "isValid", "remark"]}
      view={[
        "teacherName",
        "teacherKind",
        "hireStartDate",
        "hireEndDate",
        "courseNames",
        "isValid",
        "confirmStatus",
        "commitTime",
        "confirmTime",
        "backReason",
        "remark",
      ]}
      refs={{ teacherId: teacherRef, courseIds: courseRef }}
      controls={{ hireId: HireControl }}
      initial={{ isValid: "isValid" }}
      machine={organisationTeacherMachine}
      frozen={(row: OrganisationTeacherRow, what) => (what === "remove" ? null : whyFixed(row))}
      rowActions={(row: OrganisationTeacherRow, { reload }) =>
        row.confirmStatus === "Confirm" && mayEdit ? [dutySwitch(row, label, reload)] : []
      }
      below={(row: OrganisationTeacherRow) => (
        <Returned reason={row.confirmStatus === "back" ? row.backReason : null} />
      )}
    />
  );
}

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
      uploadKinds={{ photoAttId: "pic" }}
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

/** How long they are hired. */
export function HireList() {
  const { used: list, detail, submit, remove, export: download } = teacherHireCalls;
  return (
    <CrudPage
      embedded
      entity={TeacherHire}
      calls={{ list, detail, submit, remove, export: download }}
      resource="teacher_hire"
      columns={[
        "teacherName",
        "teacherKind",
        "startDate",
        { field: "endDate", width: 200, render: (row: TeacherHireRow) => <DueDate day={row.endDate} /> },
        "isCurrentUser",
        "remark",
      ]}
      search={["teacherName", "teacherKind", "isCurrentUser", "endDate"]}
      card={["teacherName", "teacherKind", "endDate"]}
      form={["teacherId", "teacherKind", "startDate", "endDate", "contractAttId", "remark"]}
      refs={{ teacherId: teacherRef }}
    />
  );
}

/** What they have taught. */
export function EngagementList() {
  const { list, detail, submit, remove, export: download } = teacherEngagementCalls;
  return (
    <CrudPage
      embedded
      entity={TeacherEngagement}
      calls={{ list, detail, submit, remove, export: download }}
      resource="teacher_engage"
      columns={["teacherName", "courseName", "orgName", "level", "teachHours", "startDate", "endDate", "sourceKind"]}
      search={["teacherName", "courseName", "orgName", "startDate"]}
      card={["teacherName", "courseName", "teachHours"]}
      form={["teacherId", "orgName", "courseName", "level", "startDate", "endDate", "remark"]}
      refs={{ teacherId: teacherRef }}
      frozen={(row: TeacherEngagementRow) =>
        row.sourceKind === "2" ? ["由课程表生成，不能修改", "Made from the timetable; it cannot be changed"] : null
      }
    />
  );
}
