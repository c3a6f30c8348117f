import { codeCalls as calls } from "@jipei/contract/develop/code.ts";
import {
  type CodeField,
  type FieldKind,
  fieldKind,
  filtered,
  listed,
  sorted,
} from "@jipei/contract/develop/code-field.ts";
import { AutoComplete, Checkbox, Input, Select } from "antd";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { wholeNumber } from "../core/form/form-values.ts";
import { useTexts as useCoreTexts } from "../core/i18n/core-texts.ts";
import { useLabel } from "../core/i18n/language.ts";
import { useCall } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";

interface Props {
  field: CodeField;
  onChange: (part: Partial<CodeField>) => void;
}

/** What can be said of one field. */
export function FieldParts({ field, onChange }: Props) {
  const t = useTexts();
  const label = useLabel();
  const { kind } = field;
  const write = (part: "name" | "zh" | "en") => (
    <Part label={t(`code.${part}`)}>
      {(id) => (
        <Input
          id={id}
          value={field[part]}
          onChange={(event) => onChange({ [part]: event.target.value })}
          autoComplete="off"
        />
      )}
    </Part>
  );
  const count = (part: "length" | "precision" | "scale") => (
    <Part label={t(`code.${part}`)}>
      {(id) => (
        <Input
          id={id}
          inputMode="numeric"
          value={field[part] ?? ""}
          onChange={(event) => onChange({ [part]: event.target.value === "" ? null : wholeNumber(event.target.value) })}
        />
      )}
    </Part>
  );
  const flag = (part: "required" | "inList" | "inFilters" | "sortable", possible = true) => (
    <Checkbox
      checked={field[part] === "1"}
      disabled={!possible}
      onChange={(event) => onChange({ [part]: event.target.checked ? "1" : "0" })}
    >
      {t(`code.${part}`)}
    </Checkbox>
  );
  return (
    <div className="code-field-parts">
      {write("name")}
      {write("zh")}
      {write("en")}
      <Part label={t("code.kind")}>
        {(id) => (
          <Select
            id={id}
            value={kind}
            onChange={(next: FieldKind) => onChange(asKind(field, next))}
            options={Object.entries(fieldKind.codes).map(([value, entry]) => ({
              value: value as FieldKind,
              label: label(entry),
            }))}
            style={{ width: "100%" }}
          />
        )}
      </Part>
      {(kind === "text" || kind === "texts") && count("length")}
      {kind === "decimal" && count("precision")}
      {kind === "decimal" && count("scale")}
      {(kind === "ref" || kind === "refs") && <TargetPart field={field} onChange={onChange} />}
      {(kind === "code" || kind === "codes") && <CodesPart field={field} onChange={onChange} />}
      <div className="code-field-flags">
        {flag("required")}
        {flag("inList", listed(kind))}
        {flag("inFilters", filtered(kind))}
        {flag("sortable", sorted(kind))}
      </div>
    </div>
  );
}

/** Takes back what the new kind cannot do. */
const asKind = (field: CodeField, kind: FieldKind): Partial<CodeField> => ({
  kind,
  ...(!listed(kind) && { inList: "0" }),
  ...(!filtered(kind) && { inFilters: "0" }),
  ...(!sorted(kind) && { sortable: "0" }),
  ...((kind === "text" || kind === "texts") && { length: field.length ?? 100 }),
  ...(kind === "decimal" && { precision: field.precision ?? 10, scale: field.scale ?? 2 }),
});

function Part({ label, wide, children }: { label: string; wide?: boolean; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className={wide ? "code-field-wide" : undefined}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function TargetPart({ field, onChange }: Props) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const targets = useCall(calls.targets, undefined, { staleTime: 60_000 });
  const options = (targets.data ?? []).map((target) => ({
    value: target.name,
    label: core("common.noted", { name: target.name, note: label(target) }),
  }));
  return (
    <Part label={t("code.entity")}>
      {(id) => (
        <AutoComplete
          id={id}
          value={field.entity ?? ""}
          onChange={(entity: string) => onChange({ entity })}
          options={options}
          placeholder={t("code.entityHint")}
          showSearch={{
            filterOption: (typed, option) => String(option?.label).toLowerCase().includes(typed.toLowerCase()),
          }}
          style={{ width: "100%" }}
        />
      )}
    </Part>
  );
}

/** The codes as lines, since most of them are pasted from somewhere. */
function CodesPart({ field, onChange }: Props) {
  const t = useTexts();
  const [text, setText] = useState(() =>
    (field.codes ?? []).map(({ key, zh, en }) => [key, zh, en].join("=")).join("\n"),
  );
  const write = (next: string) => {
    setText(next);
    const lines = next
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
    onChange({
      codes: lines
        .map((line) => line.split("=").map((part) => part.trim()))
        .map(([key = "", zh = "", en = ""]) => ({ key, zh, en })),
    });
  };
  return (
    <Part label={`${t("code.codes")} · ${t("code.codesHint")}`} wide>
      {(id) => (
        <Input.TextArea
          id={id}
          value={text}
          onChange={(event) => write(event.target.value)}
          autoSize={{ minRows: 2, maxRows: 12 }}
        />
      )}
    </Part>
  );
}
