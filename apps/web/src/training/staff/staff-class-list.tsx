import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass, type EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { formatCount, formatHours } from "../../core/format/numbers.ts";
import { submitted } from "../submitted.ts";
import { isDraft, staffClassControls, staffClassForm, staffClassMoves } from "./staff-class-form.ts";

const people = {
  field: "studentCount",
  title: ["学员 / 计划", "Students / planned"],
  width: 110,
  render: (row: EnterpriseClassRow) => (
    <span className="numeric">{`${formatCount(row.studentCount ?? 0)} / ${formatCount(row.planCount)}`}</span>
  ),
} as const;
const hours = {
  field: "scheduledHours",
  title: ["已排 / 总课时", "Planned / total hours"],
  width: 120,
  render: (row: EnterpriseClassRow) => (
    <span className="numeric">{`${formatHours(row.scheduledHours ?? 0)} / ${formatHours(row.totalHours)}`}</span>
  ),
} as const;
const open = (row: EnterpriseClassRow): PageLink => `/enterprise/class/${row.id}`;

/** Classes of all enterprises, for the bureau. */
export function BureauStaffClasses() {
  return (
    <CrudPage
      entity={EnterpriseClass}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
      resource="enterprise_class"
      columns={[
        "className",
        { field: "classNo", width: 168 },
        "confirmStatus",
        "runState",
        "entName",
        "trainKind",
        people,
        "startDate",
        "endDate",
        "courseName",
        "level",
      ]}
      search={["className", "classNo", "entName", "trainKind", "level", "confirmStatus", "runState", "startDate"]}
      card={["className", "confirmStatus", "entName", "startDate"]}
      queue={{ waits: (row) => row.confirmStatus === "unConfirm", since: "commitTime" }}
      open={open}
    />
  );
}

/** Classes of the own enterprise. */
export function OwnStaffClasses() {
  return (
    <CrudPage
      entity={EnterpriseClass}
      calls={{
        list: calls.getClass,
        detail: calls.detail,
        submit: calls.save,
        remove: calls.remove,
        export: calls.export,
      }}
      resource="enterprise_class"
      columns={[
        "className",
        { field: "classNo", width: 168 },
        "confirmStatus",
        "runState",
        "trainKind",
        people,
        hours,
        "startDate",
        "endDate",
        "courseName",
      ]}
      search={["className", "classNo", "trainKind", "courseName", "confirmStatus", "runState", "startDate"]}
      card={["className", "confirmStatus", "runState", "startDate"]}
      form={staffClassForm}
      controls={staffClassControls}
      uploadKinds={{ teachPlanAttId: "pdf" }}
      machine={enterpriseClassMachine}
      moves={{ commit: staffClassMoves.commit }}
      open={open}
      frozen={(row: EnterpriseClassRow) => (isDraft(row) ? null : submitted)}
    />
  );
}
