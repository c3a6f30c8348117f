import type { Entity } from "../core/entity.ts";
import type { Field } from "../core/fields/field.ts";
import { isSummable, shownFields } from "./report-fields.ts";
import type { ReportLayout } from "./report-layout.ts";

/**
 * What the places of a form may say: `{{年度}}`, `{{合计.结业人次}}`, and within `{{#each rows}} … {{/each}}` the fields of a row. Names are those of the
 * fields, or their labels in either language.
 */
export type Place =
  | { kind: "field"; name: string }
  /** What a reader has set of a filter. */
  | { kind: "asked"; name: string }
  | { kind: "sum" | "average"; name: string }
  | { kind: "count" | "today" | "now" | "reader" | "unit" | "title" | "index" };

type WordKind = "count" | "today" | "now" | "reader" | "unit" | "title" | "index";
/** Names of places that are no fields, in Chinese and English. */
export const placeWords: Readonly<Record<WordKind | "sum" | "average", readonly [zh: string, en: string]>> = {
  title: ["标题", "title"],
  unit: ["单位", "unit"],
  reader: ["查看人", "reader"],
  today: ["今日", "today"],
  now: ["打印时间", "now"],
  count: ["条数", "count"],
  index: ["序号", "index"],
  sum: ["合计", "sum"],
  average: ["平均", "average"],
};

const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase().replaceAll(/\s+/g, " ");

function findField(fields: readonly (readonly [string, Field])[], wanted: string): string | null {
  const word = plain(wanted);
  const found =
    fields.find(([name]) => plain(name) === word) ??
    fields.find(([, { zh, en }]) => plain(zh) === word || plain(en) === word);
  return found?.[0] ?? null;
}

/** Reads what stands between the braces. @param inRows within `{{#each rows}}` @returns null for what no report knows */
export function readPlace(entity: Entity, layout: ReportLayout, text: string, inRows: boolean): Place | null {
  const word = plain(text);
  const dot = word.indexOf(".");
  if (dot > 0) {
    const kind = (["sum", "average"] as const).find((one) => placeWords[one].includes(word.slice(0, dot)));
    const name = findField(
      shownFields(entity).filter(([, field]) => isSummable(field)),
      word.slice(dot + 1),
    );
    return kind && name ? { kind, name } : null;
  }
  if (inRows) {
    if (placeWords.index.includes(word)) return { kind: "index" };
    const name = findField(shownFields(entity), word);
    if (name) return { kind: "field", name };
  } else {
    const asked = layout.filters.find(({ name }) => plain(name) === word)?.name ?? findAsked(entity, layout, word);
    if (asked) return { kind: "asked", name: asked };
  }
  const kind = (["title", "unit", "reader", "today", "now", "count"] as const).find((one) =>
    placeWords[one].includes(word),
  );
  return kind ? { kind } : null;
}

/** A filter by the name or label of its field. */
function findAsked({ fields }: Entity, { filters }: ReportLayout, word: string): string | null {
  const of = filters.flatMap(({ name }): (readonly [string, Field])[] => {
    const bare = name in fields ? name : name.replace(/_[a-z]+$/, "");
    const field = Object.hasOwn(fields, bare) ? fields[bare as keyof typeof fields] : undefined;
    return field ? [[bare, field]] : [];
  });
  const field = findField(of, word);
  return field === null
    ? null
    : (filters.find(({ name }) => name === field || name.startsWith(`${field}_`))?.name ?? null);
}
