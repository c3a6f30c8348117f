import { useId } from "react";
import { FieldIssue } from "../../core/form/field-issue.tsx";
import { ColleagueSelect } from "../colleague-select.tsx";
import { useTexts } from "../texts.ts";

interface Props {
  value: readonly string[];
  onChange: (ids: string[]) => void;
  multiple?: boolean;
  except?: readonly string[];
  /** Nobody was chosen, and the move was tried. */
  missing: boolean;
}

/** Whom a move concerns. */
export function PeopleField({ missing, ...select }: Props) {
  const t = useTexts();
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{t("form.people")}</label>
      <ColleagueSelect id={id} {...select} />
      {missing && <FieldIssue>{t("form.person")}</FieldIssue>}
    </div>
  );
}
