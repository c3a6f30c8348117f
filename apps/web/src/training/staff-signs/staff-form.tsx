import { enterpriseSignCalls as calls } from "@jipei/contract/training/enterprise-sign.ts";
import type { InputOf } from "@jipei/contract/core/call.ts";
import { SignUp, type SignUpRow } from "@jipei/contract/training/sign-up.ts";
import { FormDialog } from "../../core/dialog/form-dialog.tsx";
import type { FormValues } from "../../core/form/fields.ts";
import { needsProof, otherDocument } from "../roster/roster-form.ts";
import type { WholeSign } from "./whole-sign.ts";
import { useTexts } from "./texts.ts";

type Persons = NonNullable<InputOf<typeof calls.submit>["persons"]>;
type Person = Persons[number];

const fields = [
  "idType",
  "idNumber",
  "name",
  "sex",
  "birthday",
  "phone",
  "education",
  "postName",
  "entryDate",
  "personCategory",
  "categoryAttId",
] as const;

interface Props {
  sign: WholeSign;
  /** Whom it changes; null: somebody new. */
  person: SignUpRow | null;
  /** What is known of somebody new. */
  initial?: FormValues<typeof SignUp>;
  onDone: () => void;
  onClose: () => void;
}

/** One of the staff of a draft, saved with all the others. */
export function StaffForm({ sign, person, initial, onDone, onClose }: Props) {
  const t = useTexts();
  const others = sign.persons.filter(({ id, confirmStatus }) => id !== person?.id && confirmStatus !== "Invalidate");
  return (
    <FormDialog
      open
      title={t(person ? "edit" : "add")}
      entity={SignUp}
      sections={[{ fields }]}
      when={{ sex: otherDocument, birthday: otherDocument, categoryAttId: needsProof }}
      needed={["postName", "entryDate"]}
      row={person}
      initial={{ idType: "1", personCategory: "01", ...initial }}
      submit={calls.submit}
      inputOf={(_input, values) => ({
        id: sign.id,
        version: sign.version,
        persons: [...others, { ...person, ...values }] as Persons,
      })}
      doneText={t("saved")}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

/** What the enterprise entered of somebody before, as the form shows it. */
export const known = (found: Person): FormValues<typeof SignUp> => ({ ...found, id: undefined });
