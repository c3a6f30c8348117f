import { CourseSubsidyFile, courseSubsidyFileCalls } from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { type CourseRow, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { Alert } from "antd";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { useCan } from "../core/session/session.ts";
import { useCall } from "../core/api/use-call.ts";
import { StandardList } from "./standard-list.tsx";

/** The subsidies of a course, since when and by which document; and why the entry may be wrong. */
export function CourseStandards({ course }: { course: CourseRow }) {
  const label = useLabel();
  const courseId = String(course.id);
  const maySeeStandards = useCan("subsidy_view");
  const maySeeFiles = useCan("course_subsidy_file_view");
  return (
    <>
      <Findings course={course} />
      {maySeeStandards && <StandardList courseId={courseId} />}
      {maySeeFiles && (
        <section>
          <h2 className="section-title">{label(CourseSubsidyFile)}</h2>
          <CrudPage
            embedded
            entity={CourseSubsidyFile}
            calls={courseSubsidyFileCalls}
            resource="course_subsidy_file"
            search={[]}
            fixed={{ courseId }}
            columns={["fileTitle", "fileNo", "issueOrg", "issueDate", "effectDate", "expireDate"]}
            card={["fileTitle", "fileNo", "effectDate"]}
            form={["fileNo", "fileTitle", "issueOrg", "issueDate", "effectDate", "expireDate", "attachmentList"]}
            inputOf={(input) => ({ courseSubsidyFileDTO: { ...input, courseId } })}
          />
        </section>
      )}
    </>
  );
}

function Findings({ course }: { course: CourseRow }) {
  const label = useLabel();
  const may = useCan("train_course_edit");
  const found = useCall(courseCalls.checkData, course, { enabled: may, staleTime: 0 });
  const findings = found.data ?? [];
  if (findings.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      className="form-note"
      title={label(["目录数据检查", "Check of the entry"])}
      description={
        <ul>
          {findings.map(({ rule, msg, msgEn }) => (
            <li key={rule}>{label({ zh: msg, en: msgEn })}</li>
          ))}
        </ul>
      }
    />
  );
}
