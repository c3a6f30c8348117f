import type { Entity, FieldName } from "@jipei/contract/core/entity.ts";
import type { Action, Machine } from "@jipei/contract/core/machine.ts";
import type { Fact } from "../ui/fact-list.tsx";
import { getField, getValue } from "../form/fields.ts";
import { useCodeText } from "../format/status-tag.tsx";
import { formatCount, formatMoney, sumDecimals } from "../format/numbers.ts";
import { joinNames } from "../i18n/join-names.ts";
import { useLabel } from "../i18n/language.ts";
import { useTexts } from "../i18n/core-texts.ts";

/** Rows whose names are said. */
const named = 3;

/** What is asked before a move: the rows it is about, their state now and then, and the sums that the page names. */
export function useMoveFacts(
  machine: Machine,
  entity: Entity,
): (action: Action, rows: readonly object[], sums: readonly FieldName<Entity>[]) => Fact[] {
  const t = useTexts();
  const label = useLabel();
  const codeText = useCodeText();
  return (action, rows, sums) => {
    const titles = rows.slice(0, named).map((row) => String(getValue(row, entity.title) ?? ""));
    const names = joinNames(titles.filter((title) => title !== ""));
    const more = rows.length > named ? t("reason.more", { names, n: formatCount(rows.length) }) : names;
    const states = new Set(rows.map((row) => String(getValue(row, machine.field))));
    const [from] = states;
    const to = typeof action.to === "string" && codeText(machine.states, action.to);
    return [
      ...(more ? [[label(entity), more] as const] : []),
      ...(to && from && states.size === 1 && from !== action.to
        ? [[t("reason.state"), `${codeText(machine.states, from)} → ${to}`] as const]
        : []),
      ...sums.map((name) => {
        const values = rows.map((row) => String(getValue(row, name) ?? "0"));
        return [label(getField(entity, name)), formatMoney(sumDecimals(values))] as const;
      }),
    ];
  };
}
