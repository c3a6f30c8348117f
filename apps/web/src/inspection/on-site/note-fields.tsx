import { Investigation } from "@jipei/contract/inspection/investigation.ts";
import { Field } from "../../core/form/plain-field.tsx";
import { InputField, SelectField } from "../../core/form/plain-input.tsx";
import { getField } from "../../core/form/fields.ts";
import { plainNumber, wholeNumber } from "../../core/form/form-values.ts";
import { getUnit } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { CourseChoice } from "./course-choice.tsx";
import { type NoteField, type SiteNote, getNoteFields } from "./site-note.ts";
import { useTexts } from "./texts.ts";

interface Props {
  note: SiteNote;
  /** By the name of the field. */
  issues: Readonly<Record<string, string>>;
  onChange: (name: NoteField, value: unknown) => void;
}

/** The fields of a note as the browser's own controls: they are there without a network, and know the phone's keyboard and clock. */
export const NoteFields = ({ note, issues, onChange }: Props) =>
  getNoteFields(note.investigateKind).map((name) => (
    <NoteControl
      key={name}
      name={name}
      note={note}
      issue={issues[name] ?? null}
      onChange={(value) => onChange(name, value === "" ? null : value)}
    />
  ));

interface ControlProps {
  name: NoteField;
  note: SiteNote;
  issue: string | null;
  onChange: (value: unknown) => void;
}

const inputTypes = { date: "date", time: "time" } as const;

function NoteControl({ name, note, issue, onChange }: ControlProps) {
  const t = useTexts();
  const getName = useLabel();
  const field = getField(Investigation, name);
  const unit = getUnit(field);
  const label = unit ? `${getName(field)} · ${unit}` : getName(field);
  const value = note.values[name];
  if (name === "needCourseIds")
    return (
      <CourseChoice
        label={label}
        courses={note.courses}
        value={note.values[name] ?? []}
        issue={issue}
        onChange={onChange}
      />
    );
  const text = value == null ? "" : String(value);
  const shared = { name, label, issue, value: text };
  switch (field.kind) {
    case "code": {
      const codes = Object.entries(field.codes?.codes ?? {}).map(([code, entry]) => [code, getName(entry)] as const);
      return <SelectField {...shared} onChange={onChange} choices={[["", t("choose")], ...codes]} />;
    }
    case "long":
      return (
        <Field name={name} label={label} issue={issue}>
          {(control) => (
            <textarea
              {...control}
              className="plain-field on-site-text"
              rows={6}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      );
    case "date":
    case "time":
      return (
        <InputField
          {...shared}
          type={inputTypes[field.kind]}
          value={text.slice(0, field.kind === "time" ? 5 : 10)}
          onChange={onChange}
        />
      );
    case "int":
      return <InputField {...shared} inputMode="numeric" onChange={(typed) => onChange(typed && wholeNumber(typed))} />;
    case "decimal":
      return <InputField {...shared} inputMode="decimal" onChange={(typed) => onChange(plainNumber(typed))} />;
    default:
      return <InputField {...shared} onChange={onChange} />;
  }
}
