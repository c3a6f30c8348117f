import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/field.ts";
import type { ReactNode } from "react";
import { FieldValue, isNumberKind } from "./field-value.tsx";
import { defaultColumns, fieldsOf, valueIn } from "./fields.ts";
import type { Named } from "./i18n/language.ts";
import { label, language } from "./i18n/language.ts";
import { isSort } from "./list-params.ts";
import { isMoney, unitOf } from "./numbers.ts";
import type { AnyRow } from "./ref-select.tsx";

/** A column that says more than its field. */
export interface ColumnSpec<R = AnyRow> {
  /** Field of the entity; or any key, with `title` and `render`. */
  field: string;
  title?: Named;
  width?: number;
  render?: (row: R) => ReactNode;
  /** Add up the values of the page; money is added up anyway. */
  total?: boolean;
}

export interface Column {
  key: string;
  title: string;
  width: number;
  field: Field | null;
  sortable: boolean;
  numeric: boolean;
  total: boolean;
  render: (row: AnyRow) => ReactNode;
}

/** Columns as a page names them, completed from the contract, in the current language. */
export function columnsOf<R>(
  entity: Entity,
  specs: readonly (string | ColumnSpec<R>)[] = defaultColumns(entity),
): Column[] {
  return specs.map((spec) => {
    const {
      field: key,
      title,
      width,
      render,
      total,
    } = typeof spec === "string" ? ({ field: spec } as ColumnSpec<R>) : spec;
    const field = fieldsOf(entity)[key] ?? null;
    if (!field && !(title && render)) throw new Error(`${entity.name} has no field ${key}`);
    const head = headOf(field, title);
    const sortable = isSort(entity, key);
    return {
      key,
      title: head,
      width: width ?? Math.max(widthOf(field, key === entity.title), headWidth(head, sortable)),
      field,
      sortable,
      numeric: field !== null && isNumberKind(field),
      total: total ?? (field !== null && isMoney(field)),
      render: (row) =>
        render ? render(row as R) : field ? <FieldValue field={field} value={valueIn(entity, row, key)} /> : null,
    };
  });
}

function headOf(field: Field | null, title: Named | undefined): string {
  if (title) return label(title);
  if (!field) return "";
  const unit = isNumberKind(field) ? unitOf(field) : "";
  return unit === "" ? label(field) : language() === "zh" ? `${field.zh}（${unit}）` : `${field.en} (${unit})`;
}

/** About how many px a text takes. */
export const textWidth = (text: string): number => [...text].reduce((sum, c) => sum + (c > "\u2E80" ? 14 : 8), 0);
/** The same for bold letters; Chinese characters keep their square. */
const boldWidth = (text: string): number => [...text].reduce((sum, c) => sum + (c > "\u2E80" ? 14 : 9.8), 0);
/** Room for the words of the head and its sort arrows, within reason. */
const headWidth = (head: string, sortable: boolean): number =>
  Math.min(230, Math.ceil(boldWidth(head)) + 18 + (sortable ? 22 : 0));

/** Room for a value of the kind. */
function widthOf(field: Field | null, isTitle: boolean): number {
  if (isTitle) return (field?.length ?? 50) > 50 ? 220 : 140;
  if (field?.format === "creditCode" || field?.masked === "idNumber") return 184;
  switch (field?.kind) {
    case "date":
      return 108;
    case "datetime":
      return 144;
    case "time":
      return 72;
    case "int":
      return 72;
    case "decimal":
      return 100;
    case "code":
      return Math.min(
        212,
        Math.max(72, ...Object.values(field.codes?.codes ?? {}).map((entry) => textWidth(label(entry)) + 34)),
      );
    case "text":
      return (
        (field.masked ? 24 : 0) +
        ((field.length ?? 50) <= 20 ? Math.min(148, Math.max(72, (field.length ?? 8) * 8 + 20)) : 140)
      );
    default:
      return 160;
  }
}
