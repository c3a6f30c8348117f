import type { Entity } from "../core/entity.ts";
import type { Field } from "../core/fields/field.ts";
import { measureKind } from "./report-codes.ts";
import type { Measure } from "./report-layout.ts";

/** What a measure is called: 计数, 结业人次（求和）. */
export function measureLabel({ fields }: Entity, { kind, field: name }: Measure): { zh: string; en: string } {
  const [zh, en] = measureKind.codes[kind];
  const field = name ? (fields as Readonly<Record<string, Field>>)[name] : undefined;
  if (kind === "count" || !field) return { zh, en };
  return { zh: `${field.zh}（${zh}）`, en: `${field.en} (${en.toLowerCase()})` };
}
