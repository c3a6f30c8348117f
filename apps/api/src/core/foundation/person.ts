import type { Sex } from "@jipei/contract/core/fields/person-codes.ts";
import { findBirthday, checkIdNumber, getSex } from "@jipei/contract/core/fields/id-number.ts";
import { today } from "./clock.ts";
import { invalidField, Refusal } from "./refusal.ts";

interface PersonInput {
  idNumber?: string | null;
  idType?: string | null;
  sex?: Sex | null;
  birthday?: string | null;
}

/**
 * Checks the identity document of a person by its type. For a resident ID number, sex and birthday follow from the number.
 * @returns the fields of `personFields` that the server decides
 * @throws ID_INVALID for a wrong check digit, FIELD_INVALID for any other error
 */
export function parsePerson(values: PersonInput): {
  idNumber: string;
  sex: Sex | null;
  birthday: string | null;
} {
  const idNumber = String(values.idNumber ?? "")
    .trim()
    .toUpperCase();
  const idType = String(values.idType ?? "1");
  const issue = checkIdNumber(idNumber, idType, today());
  if (issue?.key === "ID_CHECK")
    throw new Refusal("ID_INVALID", {}, [
      { errorCode: "ID_INVALID", id: null, field: "idNumber", msg: issue.zh, msgEn: issue.en },
    ]);
  if (issue) throw invalidField("idNumber", "证件号码", "ID number", issue.zh, issue.en);
  if (idType === "9") return { idNumber, sex: values.sex ?? null, birthday: values.birthday ?? null };
  return { idNumber, sex: getSex(idNumber), birthday: findBirthday(idNumber) };
}
