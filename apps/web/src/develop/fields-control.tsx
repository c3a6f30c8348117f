import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { fieldKind } from "@jipei/contract/develop/code-field.ts";
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import type { ControlProps } from "../core/form/field-control.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { FieldParts } from "./field-parts.tsx";
import { useTexts } from "./texts.ts";
import "./develop.css";

/** The fields of what is generated, in their order; one at a time is unfolded and adjusted. */
export function FieldsControl({ value, onChange, id }: ControlProps) {
  const t = useTexts();
  const label = useLabel();
  const [open, setOpen] = useState<string | null>(null);
  const fields = (value as CodeField[] | null | undefined) ?? [];
  const swap = (from: number, to: number) => {
    const swapped = [...fields];
    [swapped[from], swapped[to]] = [fields[to]!, fields[from]!];
    onChange?.(swapped);
  };
  if (fields.length === 0)
    return (
      <div id={id} tabIndex={-1}>
        {t("code.noFields")}
      </div>
    );
  return (
    <ol id={id} tabIndex={-1} className="code-fields">
      {fields.map((field, index) => (
        <li key={field.column}>
          <div className="code-field-head">
            <button
              type="button"
              aria-expanded={open === field.column}
              onClick={() => setOpen(open === field.column ? null : field.column)}
            >
              <code>{field.name}</code>
              <span className="code-field-note">
                {label(field)} · {label(fieldKind.codes[field.kind])}
                {field.required === "1" ? ` · ${t("code.required")}` : ""}
              </span>
            </button>
            <Button
              type="text"
              icon={<ArrowUpOutlined />}
              aria-label={t("code.up", { name: field.name })}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            />
            <Button
              type="text"
              icon={<ArrowDownOutlined />}
              aria-label={t("code.down", { name: field.name })}
              disabled={index === fields.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t("code.remove", { name: field.name })}
              onClick={() => onChange?.(fields.filter((one) => one !== field))}
            />
          </div>
          {open === field.column && (
            <FieldParts
              field={field}
              onChange={(part) => onChange?.(fields.map((one) => (one === field ? { ...one, ...part } : one)))}
            />
          )}
        </li>
      ))}
    </ol>
  );
}
