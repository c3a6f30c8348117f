import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { signUpMachine } from "@jipei/contract/training/sign-up.machine.ts";
import { SignUp, signUpCalls as calls } from "@jipei/contract/training/sign-up.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { idNumberColumn } from "../../core/list/columns/id-number-column.ts";
import { needsProof, otherDocument } from "../roster/roster-form.ts";
import { ownDrafts } from "../roster/sources.ts";
import { submitted } from "../submitted.ts";
import { institutionMachine } from "./institution-machine.ts";

/** Sign-ups for the classes of an institution, the waiting ones first. @param classId only those of one class */
export function SignUpList({ classId }: { classId?: string }) {
  return (
    <CrudPage
      entity={SignUp}
      calls={{
        list: calls.list,
        detail: calls.detail,
        submit: calls.submit,
        remove: calls.remove,
        export: calls.export,
      }}
      resource="sign"
      title={["报名审核", "Sign-ups"]}
      columns={[
        "name",
        "confirmStatus",
        ...(classId ? [] : (["className"] as const)),
        idNumberColumn,
        "phone",
        "personCategory",
        "signSource",
        "entName",
        "isReSign",
        "commitTime",
        "signNo",
      ]}
      search={[
        "name",
        "idNumber",
        ...(classId ? [] : (["className"] as const)),
        "personCategory",
        "signSource",
        "entName",
        "confirmStatus",
        "createTime",
      ]}
      card={["name", "confirmStatus", "className", "personCategory"]}
      form={[
        "classId",
        "name",
        "idType",
        "idNumber",
        "sex",
        "birthday",
        "phone",
        "education",
        "personCategory",
        "categoryAttId",
      ]}
      refs={{ classId: ownDrafts }}
      when={{ sex: otherDocument, birthday: otherDocument, categoryAttId: needsProof }}
      locked={classId ? ["classId"] : []}
      initial={{ classId, idType: "1" }}
      inputOf={(input) => ({ ...input, status: "unConfirm" as const })}
      fixed={classId ? { classId } : undefined}
      machine={institutionMachine}
      moves={{ confirm: calls.confirm, back: calls.back, invalidate: calls.invalidate }}
      frozen={(row) => {
        if (row.entSignId) return ["由企业统一报名，须由企业修改", "Signed up by their enterprise, which changes them"];
        return leadsFrom(signUpMachine, "commit", row.confirmStatus) ? null : submitted;
      }}
      embedded={classId !== undefined}
    />
  );
}
