import type { EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import {
  EnterpriseStudent,
  type EnterpriseStudentRow,
  enterpriseStudentCalls as calls,
  staffImport,
} from "@jipei/contract/training/enterprise-student.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import type { Named } from "../../core/i18n/language.ts";
import { useIsOf } from "../../core/session/session.ts";
import { isDraft } from "./staff-class-form.ts";
import { StaffFromRegister } from "./staff-from-register.tsx";

type ClassOf = Pick<EnterpriseClassRow, "confirmStatus" | "trainKind"> & { id: string };

const name = { field: "name", width: 110 } as const;
const inClass = [
  name,
  idNumberColumn,
  "postName",
  "isInsured",
  "insuredSince",
  "contractStart",
  "contractEnd",
  "phone",
  "attendanceRate",
  "gradeResult",
  "isOnJob",
] as const;
const everywhere = [
  name,
  { field: "className", width: 220 },
  "confirmStatus",
  idNumberColumn,
  "postName",
  "isInsured",
  "attendanceRate",
  "gradeResult",
  "certNo",
  "subsidyStatus",
  "isOnJob",
] as const;
const search = ["name", "idNumber", "postName", "isInsured", "isOnJob", "gradeResult"] as const;

const form = [
  { title: ["身份", "Identity"], fields: ["idNumber", "name", "phone", "education", "nation"] },
  {
    title: ["岗位与合同", "Post and contract"],
    fields: ["postName", "entryDate", "contractStart", "contractEnd", "isTransfer", "masterName", "isOnJob", "remark"],
  },
] as const;
const view = [
  { title: ["身份", "Identity"], fields: ["name", "idNumber", "sex", "birthday", "phone", "education", "nation"] },
  {
    title: ["岗位与合同", "Post and contract"],
    fields: ["postName", "entryDate", "contractStart", "contractEnd", "isTransfer", "masterName", "isOnJob"],
  },
  {
    title: ["登记信息", "By the registers"],
    fields: ["isInsured", "insuredSince", "isContract", "registerTime"],
  },
  { title: ["培训", "Training"], fields: ["attendHours", "attendanceRate", "gradeResult", "certNo", "subsidyStatus"] },
] as const;

const locked: Named = ["班级已提交，不能修改名单", "The class has been submitted; its people cannot be changed"];
/** Of an approved class the form says only whether somebody still works there. */
const onlyOnJob = form.flatMap(({ fields }) => fields).filter((field) => field !== "isOnJob");

/** The people of a class of an enterprise, or of all its classes: one by one from the registers, or by workbook. */
export function StaffList({ of }: { of?: ClassOf }) {
  const entName = useIsOf("bureau") && !of ? (["entName"] as const) : [];
  const draft = of !== undefined && isDraft(of);
  const approved = of?.confirmStatus === "Confirm";
  return (
    <CrudPage
      entity={EnterpriseStudent}
      calls={{
        list: calls.getStudent,
        detail: calls.detail,
        export: calls.export,
        ...((draft || approved) && { submit: calls.submit }),
        ...(draft && { remove: calls.remove, import: staffImport }),
      }}
      resource="enterprise_student"
      title={of && ["学员", "Staff"]}
      columns={of ? inClass : [...everywhere, ...entName]}
      search={of ? search : ["name", ...entName, ...search.slice(1), "className", "classNo"]}
      card={["name", of ? "postName" : "className", "isInsured", "attendanceRate"]}
      form={form}
      view={view}
      formHead={(row) => (row || !of ? null : <StaffFromRegister classId={of.id} />)}
      locked={approved ? onlyOnJob : []}
      initial={{ idType: "1", isOnJob: "1" }}
      inputOf={(input) => ({ ...input, ...(of && { classId: of.id }) })}
      importWith={of ? { classId: of.id } : {}}
      importCovers
      fixed={of ? { classId: of.id } : undefined}
      frozen={(_row: EnterpriseStudentRow, what) => (draft || (approved && what === "edit") ? null : locked)}
      embedded={of !== undefined}
    />
  );
}
