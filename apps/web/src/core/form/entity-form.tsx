import { isNeeded } from "@jipei/contract/core/fields/check-field.ts";
import type { Phase } from "@jipei/contract/core/fields/check-field.ts";
import type { Entity, Save } from "@jipei/contract/core/entity.ts";
import { Form } from "antd";
import type { FormInstance } from "antd";
import { use, useEffect, useEffectEvent, useState } from "react";
import type { ReactNode } from "react";
import type { CallError } from "../api/call-error.ts";
import { FieldControl } from "./field-control.tsx";
import type { Control } from "./field-control.tsx";
import { getField, isWide, referenceTitle, getValue } from "./fields.ts";
import type { ByField, FieldName, FormSection, FormValues } from "./fields.ts";
import { getRules, toRules } from "./form-rules.ts";
import { FormUploadsContext, useFormUploads } from "./form-uploads.ts";
import type { Values } from "./form-values.ts";
import { useLabel } from "../i18n/language.ts";
import type { RefSource } from "./ref-source.ts";
import { useTexts } from "../i18n/core-texts.ts";
import "./entity-form.css";

export interface EntityFormProps<E extends Entity> {
  /** Made by the caller with `Form.useForm()`, so that its values outlive the dialog it is shown in. */
  form: FormInstance<Values>;
  entity: E;
  sections: readonly FormSection<FieldName<E>>[];
  refs?: ByField<E, RefSource>;
  /** The row that is changed; null or absent for a new one. */
  row?: object | null;
  /** Values of a new row. */
  initial?: FormValues<E>;
  /** The first values of the fields, when they are neither the row nor `initial`: a draft. */
  start?: FormValues<E>;
  /** Fields needed at submission are required in `submit` only. */
  phase?: Phase;
  /** Fields shown and not to be changed. */
  locked?: readonly FieldName<E>[];
  /** Fields that are required besides those that the contract requires. */
  needed?: readonly FieldName<E>[];
  /** Custom controls, by field. */
  controls?: ByField<E, Control>;
  /** Rules besides those of the contract: each says what is wrong with a value. */
  checks?: ByField<E, (value: unknown) => string | null>;
  /** Fields that are shown under a condition only. */
  when?: ByField<E, (values: FormValues<E>) => boolean>;
  /** The last refusal of the server; its field issues are shown at the fields. */
  error?: CallError | null;
  onChange?: (values: FormValues<E>) => void;
  /** Gets the values once the rules have validated them against the contract. */
  onSubmit: (values: FormValues<E> & Save<E>) => void;
  /** Why the server refused, where that is no issue of a field. */
  refusal?: ReactNode;
  /** Above the fields. */
  children?: ReactNode;
}

/**
 * Fields of an entity with their controls and rules. Issues are shown at the fields, and in a summary below them that jumps there: it stays in sight
 * while one scrolls, and no field moves when it comes or goes.
 */
export function EntityForm<E extends Entity>(props: EntityFormProps<E>) {
  const {
    form,
    sections,
    row,
    initial,
    start = (row ?? initial) as FormValues<E> | undefined,
    when,
    error,
    onChange,
    onSubmit,
    refusal,
    children,
  } = props;
  const label = useLabel();
  const uploads = useFormUploads();
  const { issues, read } = useIssues(form, sections, error);
  // Values that the form does not show (the id, a state) count for conditions as well.
  const values = { ...start, ...Form.useWatch<Values>([], form) } as FormValues<E>;
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="entity-form"
      initialValues={start}
      validateTrigger={issues.length > 0 ? ["onBlur", "onChange"] : "onBlur"}
      scrollToFirstError={{ focus: true, block: "center" }}
      onValuesChange={() => onChange?.(form.getFieldsValue(true) as FormValues<E>)}
      onFieldsChange={() => issues.length > 0 && read()}
      onFinish={() => onSubmit(form.getFieldsValue(true) as FormValues<E> & Save<E>)}
      onFinishFailed={read}
      requiredMark
    >
      {children}
      <FormUploadsContext value={uploads}>
        {sections.map((section, i) => (
          <fieldset key={i} className="form-section">
            {section.title && <legend>{label(section.title)}</legend>}
            <div className="form-grid">
              {section.fields
                .filter((name) => when?.[name]?.(values) ?? true)
                .map((name) => (
                  <FormField key={name} name={name} {...props} />
                ))}
            </div>
          </fieldset>
        ))}
      </FormUploadsContext>
      <div className="form-refusal">
        {refusal}
        <IssueSummary issues={issues} form={form} />
      </div>
    </Form>
  );
}

/** The issues that the form shows at its fields; those of a refusal are put there first. */
function useIssues<E extends Entity>(
  form: FormInstance<Values>,
  sections: EntityFormProps<E>["sections"],
  error: CallError | null | undefined,
) {
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const label = useLabel();
  const read = () =>
    setIssues(
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
    // oxlint-disable-next-line react/set-state-in-effect -- the form keeps its issues outside of React; they are read back from there
    if (error) takeError(error);
  }, [error]);
  return { issues, read };
}

function FormField<E extends Entity>({
  name,
  entity,
  row,
  refs,
  phase = "save",
  locked,
  needed,
  controls,
  checks,
}: EntityFormProps<E> & { name: FieldName<E> }) {
  const t = useTexts();
  const label = useLabel();
  const uploads = use(FormUploadsContext);
  const sending = () => (uploads?.isSending(name) ? t("upload.sending") : null);
  const stated = getField(entity, name);
  const check = checks?.[name];
  const field = needed?.includes(name) ? { ...stated, need: "required" as const } : stated;
  const OwnControl: Control | undefined = controls?.[name];
  const disabled = field.need === "computed" || locked?.includes(name);
  const source = refs?.[name];
  return (
    <Form.Item<Values>
      name={name}
      label={label(field)}
      required={isNeeded(field, phase)}
      rules={
        disabled
          ? []
          : [
              ...toRules(sending),
              ...getRules(field, phase, row && getValue(row, name)),
              ...(check ? toRules(check) : []),
            ]
      }
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
        />
      )}
    </Form.Item>
  );
}

interface Issue {
  name: string;
  text: string;
}

function IssueSummary({ issues, form }: { issues: readonly Issue[]; form: FormInstance<Values> }) {
  const t = useTexts();
  if (issues.length === 0) return null;
  const jump = (name: string) => form.scrollToField(name, { block: "center", focus: true });
  return (
    <div className="issue-summary" role="alert">
      <strong>{t("form.issues", { count: issues.length })}</strong>
      <ul>
        {issues.map(({ name, text }) => (
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
