import {
  TrainEmployment,
  employed,
  selfEmployed,
  trainEmploymentCalls as calls,
} from "@jipei/contract/outcomes/train-employment.ts";
import { Student, studentCalls } from "@jipei/contract/training/student.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { refSource } from "../core/form/ref-source.ts";
import { getViewer, useSession } from "../core/session/session.ts";

const students = refSource({
  entity: Student,
  list: studentCalls.list,
  detail: studentCalls.detail,
  params: { confirmStatus: "Confirm" },
  note: "className",
});

const form = [
  { title: ["学员", "Student"], fields: ["studentId", "followDate", "employmentKind"] },
  {
    title: ["就业情况", "Employment"],
    fields: ["entName", "creditCode", "businessLicenseNo", "postName", "contractDate", "salary", "isMatch", "remark"],
  },
] as const;
const view = [
  {
    title: ["学员", "Student"],
    fields: ["studentName", "className", "orgName", "followDate", "employmentKind", "verifySource", "insuredDate"],
  },
  form[1],
] as const;

/** 培训后就业: institutions, the bureau and people themselves report; registers verify. */
export function EmploymentList() {
  const { audience } = getViewer(useSession());
  return (
    <CrudPage
      entity={TrainEmployment}
      calls={calls}
      resource="train_employment"
      columns={[
        { field: "studentName", width: 110 },
        { field: "className", width: 220 },
        "employmentKind",
        "verifySource",
        "followDate",
        "entName",
        "postName",
        "insuredDate",
        "isMatch",
        ...(audience === "bureau" ? (["orgName"] as const) : []),
      ]}
      search={
        audience === "person"
          ? ["className", "employmentKind"]
          : ["studentName", "className", "employmentKind", "verifySource", "followDate"]
      }
      card={["studentName", "employmentKind", "entName", "followDate"]}
      form={form}
      view={view}
      refs={{ studentId: students }}
      locked={(row) => (row ? ["studentId"] : [])}
      when={{
        entName: ({ employmentKind: kind }) => kind === employed,
        creditCode: ({ employmentKind: kind }) => kind === employed,
        contractDate: ({ employmentKind: kind }) => kind === employed,
        businessLicenseNo: ({ employmentKind: kind }) => kind === selfEmployed,
      }}
    />
  );
}
