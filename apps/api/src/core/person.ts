import { birthdayOf, checkIdNumber, sexOf } from "@jipei/contract/core/id-number.ts";
import { today } from "./clock.ts";
import { invalidField, Refusal } from "./refusal.ts";

/**
 * The document of a natural person, checked by its kind; of a resident number sex and birthday follow from it.
 * @returns the fields of `personFields` that the server decides
 * @throws ID_INVALID for a wrong check digit, FIELD_INVALID for any other fault
 */
export function personOf(values: Record<string, any>): {
  idNumber: string;
  sex: string | null;
  birthday: string | null;
} {
  const idNumber = String(values["idNumber"] ?? "")
    .trim()
    .toUpperCase();
  const idType = String(values["idType"] ?? "1");
  const fault = checkIdNumber(idNumber, idType, today());
  if (fault?.key === "ID_CHECK")
    throw new Refusal("ID_INVALID", {}, [
      { errorCode: "ID_INVALID", id: null, field: "idNumber", msg: fault.zh, msgEn: fault.en },
    ]);
  if (fault) throw invalidField("idNumber", "证件号码", "ID number", fault.zh, fault.en);
  if (idType === "9") return { idNumber, sex: values["sex"] ?? null, birthday: values["birthday"] ?? null };
  return { idNumber, sex: sexOf(idNumber), birthday: birthdayOf(idNumber) };
}
