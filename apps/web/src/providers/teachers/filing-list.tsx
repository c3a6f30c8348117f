import { organisationTeacherMachine } from "@jipei/contract/providers/organisation-teacher.machine.ts";
import {
  OrganisationTeacher,
  type OrganisationTeacherRow,
  organisationTeacherCalls,
} from "@jipei/contract/providers/organisation-teacher.ts";
import { useSend } from "../../core/api/use-call.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import type { RowAction } from "../../core/crud/row-actions.tsx";
import { useTexts } from "../../core/i18n/core-texts.ts";
import type { Named } from "../../core/i18n/language.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { useCan } from "../../core/session/session.ts";
import { notify } from "../../core/ui/notify.ts";
import { Returned } from "../../core/ui/returned.tsx";
import { HireControl } from "./hire-control.tsx";
import { filedHireEnd } from "./hire-columns.tsx";
import { courseRef, teacherRef } from "./sources.ts";
import { filingFacts } from "./teacher-fields.ts";

const waiting: Named = ["已提交，等待审核", "Submitted, awaiting approval"];
const approved: Named = [
  "已审核通过，只能变更是否在岗；其他变更请删除后重新报备",
  "Approved: only the duty status can change; for anything else, delete it and file again",
];

/** Why an entry cannot be edited; one that came back can. */
function whyFixed({ confirmStatus }: OrganisationTeacherRow): Named | null {
  if (confirmStatus === "back") return null;
  return confirmStatus === "Confirm" ? approved : waiting;
}

/** Going off and on duty needs no new approval. */
function useDutySwitch(): (row: OrganisationTeacherRow) => RowAction {
  const label = useLabel();
  const core = useTexts();
  const { mutate } = useSend(organisationTeacherCalls.submit);
  return ({ id, version, isValid }) => {
    const on = isValid === "isValid";
    return {
      key: "duty",
      label: label(on ? ["离岗", "Off duty"] : ["返岗", "On duty"]),
      run: () =>
        mutate(
          { id, version, isValid: on ? "unValid" : "isValid" },
          { onSuccess: () => notify("success", core("form.updated")) },
        ),
    };
  };
}

/** Who may be scheduled, for which courses. */
export function FilingList() {
  const dutySwitch = useDutySwitch();
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
        filedHireEnd,
        { field: "courseNames", width: 260 },
        "isValid",
        "confirmStatus",
        "backReason",
      ]}
      search={["teacherName", "teacherKind", "confirmStatus", "isValid"]}
      card={["teacherName", "teacherKind", "confirmStatus"]}
      form={["teacherId", "hireId", "teacherKind", "courseIds", "isValid", "remark"]}
      view={["teacherName", ...filingFacts]}
      refs={{ teacherId: teacherRef, courseIds: courseRef }}
      controls={{ hireId: HireControl }}
      initial={{ isValid: "isValid" }}
      machine={organisationTeacherMachine}
      frozen={(row: OrganisationTeacherRow, what) => (what === "remove" ? null : whyFixed(row))}
      rowActions={(row: OrganisationTeacherRow) =>
        row.confirmStatus === "Confirm" && mayEdit ? [dutySwitch(row)] : []
      }
      below={(row: OrganisationTeacherRow) => (
        <Returned reason={row.confirmStatus === "back" ? row.backReason : null} />
      )}
    />
  );
}
