import { AssessorType, assessorTypeCalls } from "@jipei/contract/exams/assessor-type.ts";
import { assessorExport, assessorTypeExport } from "@jipei/contract/exams/assessor.calls.ts";
import { Assessor, assessorCalls } from "@jipei/contract/exams/assessor.ts";
import { CrudPage } from "../core/crud-page.tsx";
import { audienceOf, can, useSession } from "../core/session.ts";
import { assessorTypes } from "./sources.ts";

/** Assessors, and below them the kinds there are; an assessor finds himself. */
export default function AssessorsPage() {
  const { info } = useSession();
  const own = info !== null && audienceOf(info) === "person";
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
