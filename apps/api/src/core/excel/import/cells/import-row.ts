import { issue } from "@jipei/contract/core/issue.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { cellText } from "@jipei/xlsx/cell-text.ts";
import { type Header, isNeeded } from "./import-columns.ts";
import type { ImportParts } from "../import-parts.ts";
import { readValue } from "./import-value.ts";
import type { ImportColumnSpec, ImportRow, ImportSpec, RowIssue } from "../import-definition.ts";
import type { SheetRow, SheetValue } from "@jipei/xlsx/sheet.ts";

/** Reads the rows below a header one by one. */
export interface RowReader {
  /** @param wrong receives the cells that cannot be read @returns null for the example row of our template, left in the sheet */
  read(source: SheetRow, wrong: (issue: RowIssue) => void): ReadRow | null;
  /** What the cell of a field says; of a field without a column what `check` put there. */
  getText(row: ReadRow, field: string): string;
}

export interface ReadRow extends ImportRow {
  source: SheetRow;
}

/** A column of the sheet with everything that is asked of it, looked up once instead of for every cell. */
interface Column {
  index: number;
  name: string;
  field: Field;
  spec: ImportColumnSpec;
  needed: boolean;
}

export function rowReader<C>(definition: ImportSpec<C>, header: Header, parts: ImportParts, context: C): RowReader {
  const specs = new Map(definition.columns.map((spec) => [spec.field, spec]));
  const columns = header.columns.flatMap(({ index, field: name }): Column[] => {
    const spec = name ? specs.get(name) : undefined;
    if (!name || !spec) return [];
    const field = definition.entity.fields[name] as Field;
    return [{ index, name, field, spec, needed: isNeeded(definition, spec, context) }];
  });
  // Rows that have all their fields from the beginning are made and read fastest.
  const empty = Object.fromEntries(
    [...columns.map(({ name }) => name), ...(definition.derived ?? [])].map((name) => [name, null]),
  );
  const examples = columns.filter((column) => column.spec.example !== undefined);

  const isExample = (values: readonly SheetValue[]) =>
    examples.length > 1 && examples.every(({ index, spec }) => cellText(values[index]).text === spec.example);

  const getCell = ({ row, values }: SheetRow, { index, name }: Column): SheetValue =>
    (parts.corrections.size > 0 ? parts.corrections.get(`${row}/${name}`) : undefined) ?? values[index];

  function readCell(
    row: number,
    { name, field, spec, needed }: Column,
    cell: SheetValue,
    wrong: (issue: RowIssue) => void,
  ): unknown {
    if (spec.resolve) {
      const { text } = cellText(cell);
      if (!text && needed)
        wrong({ row, field: name, text, issue: issue("REQUIRED", `请填写${field.zh}`, `Please fill in: ${field.en}`) });
      return text || null;
    }
    const found = readValue(field, spec.words ? (spec.words[cellText(cell).text] ?? cell) : cell, needed);
    if (!found.issue) return found.value;
    wrong({
      row,
      field: name,
      text: found.text,
      issue: found.issue,
      ...(found.suggestion ? { suggestion: found.suggestion } : {}),
    });
    return null;
  }

  return {
    read(source, wrong) {
      if (isExample(source.values)) return null;
      const values: ImportRow["values"] = { ...empty };
      for (const column of columns) values[column.name] = readCell(source.row, column, getCell(source, column), wrong);
      return { row: source.row, values, source };
    },
    getText({ source, values }, name) {
      const column = columns.find((one) => one.name === name);
      return column ? cellText(getCell(source, column)).text : String(values[name] ?? "");
    },
  };
}
