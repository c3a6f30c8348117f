import { useLabel } from "../../../core/i18n/language.ts";
import { FieldList, type EditedField } from "../../model/field-list.tsx";
import { type Editing, extensionsOf, setExtensions } from "../editing.ts";
import { property, toField, toProperty } from "./form-properties.ts";

/** The form of a start or a task: its fields, and what may be done with each of them there. */
export function FormPart({ editing }: { editing: Editing }) {
  const label = useLabel();
  const fields = extensionsOf(editing.element.businessObject, property).map(toField);
  const change = (next: EditedField[]) =>
    setExtensions(
      editing,
      property,
      next.map((field) => toProperty(editing.create, field)),
    );
  return (
    <section>
      <h3 className="section-title">{label(["表单字段", "Form"])}</h3>
      <FieldList fields={fields} onChange={change} withRights />
    </section>
  );
}
