import { TeacherEngagement, teacherEngagementCalls } from "@jipei/contract/providers/teacher-engagement.ts";
import { TeacherHire, teacherHireCalls } from "@jipei/contract/providers/teacher-hire.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { hireEnd } from "./hire-columns.tsx";
import { whyEngagementFixed } from "./teacher-fields.ts";

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
      columns={["orgName", "teacherKind", "startDate", hireEnd, "isCurrentUser"]}
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
      frozen={whyEngagementFixed}
    />
  );
}
