import { AssessorType, assessorTypeCalls } from "@jipei/contract/assessment/assessors/assessor-type.ts";
import { assessorExport, assessorTypeExport } from "@jipei/contract/assessment/assessors/assessor.calls.ts";
import { Assessor, assessorCalls } from "@jipei/contract/assessment/assessors/assessor.ts";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { can, useIsOf } from "../../core/session/session.ts";
import { assessorTypes } from "../sources.ts";

/** Assessors, and below them the kinds of assessors; an assessor sees only their own record. */
export default function AssessorsPage() {
  const own = useIsOf("person");
  return (
    <>
      <CrudPage
        entity={Assessor}
        calls={own ? assessorCalls : { ...assessorCalls, export: assessorExport }}
        resource="assessor"
        columns={[
          "assessorNo",
          "name",
          "idNumber",
          "assessorTypeName",
          "assessorLevel",
          "cardNo",
          "cardExpireDate",
          "workUnit",
          "isValid",
        ]}
        search={
          own
            ? []
            : ["name", "idNumber", "assessorTypeId", "assessorLevel", "occupationCodes", "cardExpireDate", "isValid"]
        }
        card={["name", "assessorLevel", "workUnit"]}
        form={own ? ["education", "nation", "bankName", "bankAccount"] : undefined}
        refs={{ assessorTypeId: assessorTypes }}
        initial={{ idType: "1", isValid: "isValid", assessorLevel: "1" }}
      />
      {can("assessor_type_edit") && (
        <CrudPage
          embedded
          entity={AssessorType}
          calls={{ ...assessorTypeCalls, export: assessorTypeExport }}
          resource="assessor_type"
          columns={["typeNo", "typeName", "allowLevels", "sort", "isValid"]}
          initial={{ isValid: "isValid", sort: 10 }}
        />
      )}
    </>
  );
}
