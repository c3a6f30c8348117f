import {
  CourseSubsidyFile,
  type CourseSubsidyFileRow,
  courseSubsidyFileCalls,
} from "@jipei/contract/catalogue/course-subsidy-file.ts";
import { Course, courseCalls } from "@jipei/contract/catalogue/course.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useCan } from "../core/session/session.ts";
import { StandardList } from "./standard-list.tsx";
import { refSource } from "../core/form/ref-source.ts";

/** Documents that set standards; a document shows the standards that are based on it. */
export default function CourseSubsidyFilePage() {
  const maySeeStandards = useCan("subsidy_view");
  return (
    <CrudPage
      entity={CourseSubsidyFile}
      calls={courseSubsidyFileCalls}
      resource="course_subsidy_file"
      columns={["fileTitle", "fileNo", "courseName", "issueOrg", "issueDate", "effectDate", "expireDate"]}
      search={["fileTitle", "fileNo", "courseName", "issueDate"]}
      card={["fileTitle", "fileNo", "effectDate"]}
      form={["courseId", "fileNo", "fileTitle", "issueOrg", "issueDate", "effectDate", "expireDate", "attachmentList"]}
      refs={{
        courseId: refSource({
          entity: Course,
          list: courseCalls.list,
          detail: courseCalls.detail,
          params: { isValid: "isValid" },
          note: "trainKind",
        }),
      }}
      inputOf={(courseSubsidyFileDTO) => ({ courseSubsidyFileDTO })}
      below={(file: CourseSubsidyFileRow) =>
        maySeeStandards && <StandardList courseId={String(file.courseId)} file={file} />
      }
    />
  );
}
