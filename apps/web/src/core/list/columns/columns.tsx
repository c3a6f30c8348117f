import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { ReactNode } from "react";
import { FieldValue, isNumberKind } from "../../form/field-value.tsx";
import { defaultColumns, getField, isRegion, valueIn } from "../../form/fields.ts";
import type { FieldName } from "../../form/fields.ts";
import type { Named } from "../../i18n/language.ts";
import { label, language } from "../../i18n/language.ts";
import { isSort } from "../list-params.ts";
import { isMoney, getUnit } from "../../format/numbers.ts";
import { headWidth, textWidth } from "./text-width.ts";

/** A column with more settings than its field. */
interface FieldColumn<Name extends string, R> {
  field: Name;
  title?: Named;
  width?: number;
  render?: (row: R) => ReactNode;
  /** Adds up the values of the page; money is always added up. */
  total?: boolean;
}
/** A column without a field of the entity. */
interface OwnColumn<R> {
  /** Names the column among the others. */
  key: string;
  title: Named;
  width?: number;
  render: (row: R) => ReactNode;
}
export type ColumnSpec<Name extends string, R> = FieldColumn<Name, R> | OwnColumn<R>;

export interface Column<R = object> {
  key: string;
  title: string;
  width: number;
  /** Width below which a value would be cut in a way that tells nothing, or the head would need a third line. */
  least: number;
  field: Field | null;
  sortable: boolean;
  numeric: boolean;
  total: boolean;
  render: (row: R) => ReactNode;
  /** The value as plain words, where it is nothing else; they are cut in the middle where they do not fit. */
  words?: (row: R) => string | null;
}

/** Columns as a page names them, completed from the contract, in the current language. */
export function getColumns<E extends Entity, R extends object>(
  entity: E,
  specs: readonly (FieldName<E> | ColumnSpec<FieldName<E>, R>)[] = defaultColumns(entity),
): Column<R>[] {
  return specs.map((spec) => {
    if (typeof spec === "string") return fieldColumn<R>(entity, { field: spec });
    return "field" in spec ? fieldColumn(entity, spec) : ownColumn(spec);
  });
}

function fieldColumn<R extends object>(
  entity: Entity,
  { field: key, title, width, render, total }: FieldColumn<string, R>,
): Column<R> {
  const field = getField(entity, key);
  const head = getHead(field, title);
  const sortable = isSort(entity, key);
  const valueWidth = width ?? getWidth(field, key === entity.title);
  const leastValue = isText(field) || field.kind === "ref" ? Math.min(valueWidth, leastWords) : valueWidth;
  const leastHead = headWidth(head, sortable, 2);
  return {
    key,
    title: head,
    width: Math.max(valueWidth, width === undefined ? headWidth(head, sortable) : leastHead),
    least: Math.max(leastValue, leastHead),
    field,
    sortable,
    numeric: isNumberKind(field),
    total: total ?? isMoney(field),
    render: render ?? ((row) => <FieldValue field={field} value={valueIn(entity, row, key)} />),
    ...(isText(field) && !isRegion(field) && !render && { words: (row: R) => getWords(valueIn(entity, row, key)) }),
  };
}

const isText = (field: Field): boolean => field.kind === "text" && !field.masked && field.format === undefined;
const getWords = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function ownColumn<R>({ key, title, width, render }: OwnColumn<R>): Column<R> {
  const head = label(title);
  const leastHead = headWidth(head, false, 2);
  const drawn = Math.max(width ?? usualWidth, width === undefined ? headWidth(head, false) : leastHead);
  return {
    key,
    title: head,
    width: drawn,
    least: Math.max(Math.min(drawn, leastWords), leastHead),
    field: null,
    sortable: false,
    numeric: false,
    total: false,
    render,
  };
}

function getHead(field: Field, title: Named | undefined): string {
  if (title) return label(title);
  const unit = isNumberKind(field) ? getUnit(field) : "";
  if (unit === "") return label(field);
  return language() === "zh" ? `${field.zh}（${unit}）` : `${field.en} (${unit})`;
}

const usualWidth = 160;
/** Words say something from this width on: their begin, and their end. */
const leastWords = 96;
/** Room for a value of the kind. */
function getWidth(field: Field, isTitle: boolean): number {
  if (isTitle) return (field.length ?? 50) > 50 ? 220 : 140;
  if (field.format === "creditCode" || field.masked === "idNumber") return 184;
  switch (field.kind) {
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
      return usualWidth;
  }
}
