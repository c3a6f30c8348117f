import { isNeeded } from "@jipei/contract/core/check-field.ts";
import type { Phase } from "@jipei/contract/core/check-field.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { UploadKind } from "@jipei/contract/core/upload-rules.ts";
import { Form } from "antd";
import type { FormInstance } from "antd";
import { useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import type { CallError } from "./call-error.ts";
import { FieldControl } from "./field-control.tsx";
import type { Control } from "./field-control.tsx";
import { fieldOf, isWide, referenceTitle } from "./fields.ts";
import type { FormSection } from "./fields.ts";
import { rulesOf } from "./form-rules.ts";
import type { Values } from "./form-values.ts";
import { useLabel } from "./i18n/language.ts";
import type { AnyRow, RefSource } from "./ref-select.tsx";
import { useTexts } from "./texts.ts";
import "./entity-form.css";

export interface EntityFormProps {
  /** Made by the caller with `Form.useForm()`, so that its values outlive the dialog it is shown in. */
  form: FormInstance<Values>;
  entity: Entity;
  sections: readonly FormSection[];
  refs?: Readonly<Record<string, RefSource>>;
  /** The row that is changed; null or absent for a new one. */
  row?: AnyRow | null;
  /** Values of a new row. */
  initial?: Values;
  /** What the fields start with, when it is neither the row nor `initial`: a draft. */
  start?: Values;
  /** Fields needed at submission are demanded in `submit` only. */
  phase?: Phase;
  /** Fields shown and not to be changed. */
  locked?: readonly string[];
  /** Fields that are needed besides those of which the contract says so. */
  needed?: readonly string[];
  /** Controls of the page's own, by field. */
  controls?: Readonly<Record<string, Control>>;
  uploadKinds?: Readonly<Record<string, UploadKind>>;
  /** Fields that are asked for under a condition only. */
  when?: Readonly<Record<string, (values: Values) => boolean>>;
  /** The last refusal of the server; what it says about fields is shown at them. */
  error?: CallError | null;
  onChange?: (values: Values) => void;
  onSubmit: (values: Values) => void;
  /** Above the fields. */
  children?: ReactNode;
}

/** Fields of an entity with their controls and rules. Faults stand at the fields and in a summary on top that jumps to them. */
export function EntityForm(props: EntityFormProps) {
  const {
    form,
    sections,
    row,
    initial,
    start = row ?? initial,
    when = {},
    error,
    onChange,
    onSubmit,
    children,
  } = props;
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const label = useLabel();
  const read = () =>
    setFaults(
      form
        .getFieldsError()
        .filter(({ errors }) => errors.length > 0)
        .map(({ name, errors }) => ({ name: String(name[0]), text: String(errors[0]) })),
    );
  const takeError = useEffectEvent((refusal: CallError) => {
    const names = sections.flatMap((section) => section.fields).filter((name) => refusal.fields[name]);
    form.setFields(
      names.map((name) => ({
        name,
        errors: [label({ zh: refusal.fields[name]?.msg ?? "", en: refusal.fields[name]?.msgEn ?? "" })],
      })),
    );
    if (names[0]) form.scrollToField(names[0], { block: "center", focus: true });
    read();
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the form keeps its faults outside of React; they are read back from there
    if (error) takeError(error);
  }, [error]);
  // What the form does not ask for (the id, a state) counts for conditions as well.
  const values: Values = { ...start, ...(Form.useWatch([], form) as Values | undefined) };
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="entity-form"
      initialValues={start}
      validateTrigger={faults.length > 0 ? ["onBlur", "onChange"] : "onBlur"}
      scrollToFirstError={{ focus: true, block: "center" }}
      onValuesChange={() => onChange?.(form.getFieldsValue(true) as Values)}
      onFieldsChange={() => faults.length > 0 && read()}
      onFinish={() => onSubmit(form.getFieldsValue(true) as Values)}
      onFinishFailed={read}
      requiredMark
    >
      {children}
      <FaultSummary faults={faults} form={form} />
      {sections.map((section, i) => (
        <fieldset key={i} className="form-section">
          {section.title && <legend>{label(section.title)}</legend>}
          <div className="form-grid">
            {section.fields
              .filter((name) => when[name]?.(values) ?? true)
              .map((name) => (
                <FormField key={name} name={name} {...props} />
              ))}
          </div>
        </fieldset>
      ))}
    </Form>
  );
}

function FormField({
  name,
  entity,
  row,
  refs,
  phase = "save",
  locked,
  needed,
  controls,
  uploadKinds,
}: EntityFormProps & { name: string }) {
  const label = useLabel();
  const stated = fieldOf(entity, name);
  const field = needed?.includes(name) ? { ...stated, need: "required" as const } : stated;
  const OwnControl = controls?.[name];
  const disabled = field.need === "computed" || locked?.includes(name);
  const source = refs?.[name];
  return (
    <Form.Item
      name={name}
      label={label(field)}
      required={isNeeded(field, phase)}
      rules={disabled ? [] : rulesOf(field, phase, row?.[name])}
      className={isWide(field) ? "form-wide" : undefined}
      validateFirst
    >
      {OwnControl ? (
        <OwnControl field={field} disabled={disabled} />
      ) : (
        <FieldControl
          field={field}
          disabled={disabled}
          source={source}
          title={referenceTitle(entity, name, row, source?.entity.title)}
          uploadKind={uploadKinds?.[name]}
        />
      )}
    </Form.Item>
  );
}

interface Fault {
  name: string;
  text: string;
}

function FaultSummary({ faults, form }: { faults: readonly Fault[]; form: FormInstance<Values> }) {
  const t = useTexts();
  if (faults.length === 0) return null;
  const jump = (name: string) => form.scrollToField(name, { block: "center", focus: true });
  return (
    <div className="fault-summary" role="alert">
      <strong>{t("form.faults", { count: faults.length })}</strong>
      <ul>
        {faults.map(({ name, text }) => (
          <li key={name}>
            <button type="button" className="link-button danger" onClick={() => jump(name)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
