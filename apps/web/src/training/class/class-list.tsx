import { classCalls as calls } from "@jipei/contract/training/training-class.calls.ts";
import { classMachine } from "@jipei/contract/training/training-class.machine.ts";
import { TrainingClass } from "@jipei/contract/training/training-class.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { classForm } from "./form/class-fields.ts";
import { type CountedRow, hours, people } from "./class-columns.tsx";
import { classMoves, listMoves } from "./class-moves.ts";
import { ClassTemplate } from "./form/class-template.tsx";
import { classControls } from "./form/class-controls.ts";
import { classRefs } from "../sources.ts";
import { submitted } from "../submitted.ts";

interface Row extends CountedRow {
  id: string;
  status: string | null;
}

const open = (row: Row): PageLink => `/class/detail/${row.id}`;

/** Classes of all institutions, for the bureau. */
export function BureauClasses({ review }: { review?: boolean }) {
  return (
    <CrudPage
      entity={TrainingClass}
      calls={{ list: calls.usedByManage, detail: calls.detail, export: calls.export }}
      resource="train_class"
      title={review ? ["班级审核", "Class review"] : ["班级查询", "Classes"]}
      columns={
        review
          ? [
              "classNo",
              "className",
              "orgName",
              people,
              hours,
              "startDate",
              "commitTime",
              "courseName",
              "level",
              "isSubsidy",
            ]
          : [
              "classNo",
              "className",
              "status",
              "runState",
              "orgName",
              people,
              "startDate",
              "endDate",
              "courseName",
              "level",
            ]
      }
      search={
        review
          ? ["className", "orgName", "courseName", "level", "trainKind", "startDate"]
          : [
              "className",
              "classNo",
              "orgName",
              "courseName",
              "level",
              "trainKind",
              "status",
              "runState",
              "startDate",
              "regionCode",
              "isSubsidy",
            ]
      }
      card={["className", review ? "commitTime" : "runState", "orgName", "startDate"]}
      fixed={review ? { status_equal: "unConfirm" } : undefined}
      queue={review ? { waits: () => true, since: "commitTime", oldestFirst: true } : undefined}
      machine={classMachine}
      moves={review ? { ...listMoves, back: classMoves.back } : {}}
      open={open}
    />
  );
}

/** Classes of the own institution. */
export function InstitutionClasses() {
  return (
    <CrudPage
      entity={TrainingClass}
      calls={{
        list: calls.usedByOrg,
        detail: calls.detail,
        submit: calls.save,
        remove: calls.remove,
        export: calls.export,
      }}
      resource="train_class"
      columns={[
        "className",
        "classNo",
        "status",
        "runState",
        people,
        hours,
        "startDate",
        "endDate",
        "courseName",
        "level",
      ]}
      search={["className", "classNo", "courseName", "level", "status", "runState", "startDate"]}
      card={["className", "status", "runState", "startDate"]}
      form={classForm}
      formHead={(row) => (row ? null : <ClassTemplate />)}
      refs={classRefs}
      controls={classControls}
      initial={{ classMode: "1", isSubsidy: "1" }}
      machine={classMachine}
      moves={{ commit: classMoves.commit }}
      open={open}
      frozen={(row: Row) => (row.status === "unCommit" ? null : submitted)}
    />
  );
}
