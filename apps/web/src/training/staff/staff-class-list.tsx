import { enterpriseClassCalls as calls } from "@jipei/contract/training/enterprise-class.calls.ts";
import { enterpriseClassMachine } from "@jipei/contract/training/enterprise-class.machine.ts";
import { EnterpriseClass, type EnterpriseClassRow } from "@jipei/contract/training/enterprise-class.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { hours, people } from "../class/class-columns.tsx";
import { submitted } from "../submitted.ts";
import { isDraft, staffClassControls, staffClassForm, staffClassMoves } from "./staff-class-form.ts";

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
      machine={enterpriseClassMachine}
      moves={{ commit: staffClassMoves.commit }}
      open={open}
      frozen={(row: EnterpriseClassRow) => (isDraft(row) ? null : submitted)}
    />
  );
}
