import { StudentFee, studentFeeCalls } from "@jipei/contract/training/student-fee.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { SectionProps } from "../../core/page/page-sections.ts";
import { ownStudents } from "./sources.ts";
import { useInstitution } from "./use-institution.ts";

/** Fees of the class page. */
export default function FeeSection({ id }: SectionProps) {
  const institution = useInstitution();
  return (
    <CrudPage
      entity={StudentFee}
      calls={{
        list: studentFeeCalls.list,
        detail: studentFeeCalls.detail,
        export: studentFeeCalls.export,
        ...(institution && {
          submit: studentFeeCalls.submit,
          remove: studentFeeCalls.remove,
          import: studentFeeCalls.import,
        }),
      }}
      resource="student_fee"
      columns={["studentName", "feeKind", "amount", "payDate", "payMethod", "invoiceNo"]}
      search={["studentName", "feeKind", "payDate"]}
      card={["studentName", "feeKind", "amount", "payDate"]}
      form={["studentId", "feeKind", "amount", "payDate", "payMethod", "invoiceNo", "invoiceAttId", "remark"]}
      refs={{ studentId: { ...ownStudents, params: { classId: id } } }}
      fixed={{ classId: id }}
      embedded
    />
  );
}
