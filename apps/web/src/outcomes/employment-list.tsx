import { TrainEmployment, trainEmploymentCalls as calls } from "@jipei/contract/outcomes/train-employment.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { canDo, getViewer, useSession } from "../core/session/session.ts";
import { employmentForm, employmentRefs, employmentWhen } from "./employment-form.ts";
import { FollowUpsDue } from "./follow-ups-due.tsx";

const view = [
  {
    title: ["学员", "Student"],
    fields: [
      "studentName",
      "className",
      "orgName",
      "followDate",
      "employmentKind",
      "verifySource",
      "verifyTime",
      "insuredDate",
    ],
  },
  employmentForm[1],
] as const;

/** 培训后就业: institutions, the bureau and people themselves report; registers verify. */
export function EmploymentList() {
  const session = useSession();
  const { audience } = getViewer(session);
  const isPerson = audience === "person";
  return (
    <CrudPage
      entity={TrainEmployment}
      calls={{
        list: calls.list,
        detail: calls.detail,
        submit: calls.submit,
        remove: calls.remove,
        export: calls.export,
        ...(!isPerson && { import: calls.import }),
      }}
      resource="train_employment"
      actions={() => audience === "institution" && canDo("train_employment", "add", session) && <FollowUpsDue />}
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
        isPerson
          ? ["className", "employmentKind"]
          : ["studentName", "className", "employmentKind", "verifySource", "followDate"]
      }
      card={["studentName", "employmentKind", "entName", "followDate"]}
      form={employmentForm}
      view={view}
      refs={employmentRefs}
      locked={(row) => (row ? ["studentId"] : [])}
      when={employmentWhen}
    />
  );
}
