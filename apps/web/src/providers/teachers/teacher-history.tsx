import {
  TeacherEngagement,
  type TeacherEngagementRow,
  teacherEngagementCalls,
} from "@jipei/contract/providers/teacher-engagement.ts";
import { TeacherHire, type TeacherHireRow, teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { DueDate } from "../../core/format/due-date.tsx";

/** Where a teacher is hired and what they have taught. */
export function TeacherHistory({ teacherId }: { teacherId: string }) {
  const label = useLabel();
  const hires = useCan("teacher_hire_view");
  const engagements = useCan("teacher_engage_view");
  return (
    <>
      {hires && (
        <section>
          <h2 className="section-title">{label(TeacherHire)}</h2>
          <Hires teacherId={teacherId} />
        </section>
      )}
      {engagements && (
        <section>
          <h2 className="section-title">{label(TeacherEngagement)}</h2>
          <Engagements teacherId={teacherId} />
        </section>
      )}
    </>
  );
}

function Hires({ teacherId }: { teacherId: string }) {
  return (
    <CrudPage
      embedded
      entity={TeacherHire}
      calls={teacherHireCalls}
      resource="teacher_hire"
      search={[]}
      fixed={{ teacherId }}
      columns={[
        "orgName",
        "teacherKind",
        "startDate",
        { field: "endDate", width: 200, render: (row: TeacherHireRow) => <DueDate day={row.endDate} /> },
        "isCurrentUser",
      ]}
      card={["orgName", "teacherKind", "endDate"]}
      form={["teacherKind", "startDate", "endDate", "contractAttId", "remark"]}
      view={[
        "orgName",
        "teacherKind",
        "startDate",
        "endDate",
        "contractAttId",
        "isCurrentUser",
        "remark",
        "createTime",
      ]}
      inputOf={(input) => ({ ...input, teacherId })}
    />
  );
}

function Engagements({ teacherId }: { teacherId: string }) {
  return (
    <CrudPage
      embedded
      entity={TeacherEngagement}
      calls={teacherEngagementCalls}
      resource="teacher_engage"
      search={[]}
      fixed={{ teacherId }}
      columns={["courseName", "orgName", "level", "teachHours", "startDate", "endDate", "sourceKind"]}
      card={["courseName", "orgName", "teachHours"]}
      form={["orgName", "courseName", "level", "startDate", "endDate", "remark"]}
      inputOf={(input) => ({ ...input, teacherId })}
      frozen={(row: TeacherEngagementRow) =>
        row.sourceKind === "2" ? ["由课程表生成，不能修改", "Made from the timetable; it cannot be changed"] : null
      }
    />
  );
}
