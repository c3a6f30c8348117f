import type { Field } from "@jipei/contract/core/fields/field.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { findFilter } from "@jipei/contract/core/fields/filters.ts";
import { type Place, readPlace } from "@jipei/contract/reports/places.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { TemplateValue } from "@jipei/xlsx/template/fill-template.ts";
import { fillTemplate } from "@jipei/xlsx/template/fill-template.ts";
import { Decimal } from "decimal.js";
import { sql } from "kysely";
import type { Actor } from "../core/foundation/actor.ts";
import { now, today } from "../core/foundation/clock.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Language } from "../core/http/language.ts";
import { getRegionNames } from "../settings/settings.queries.ts";
import { bureauName } from "../users/users.queries.ts";
import { type Asked, type OpenDataSet, filterValues } from "./data-set.ts";
import { refusingFaults } from "./template.ts";
import { type ReportRowValues, fieldOf, readWhole } from "./rows.ts";

export interface FilledForm {
  title: string;
  layout: ReportLayout;
  template: Buffer;
  asked: readonly Asked[] | undefined;
  language: Language;
}

/** Fills a form in with what this reader sees: masked as their exports are. */
export async function fillForm(
  app: Services,
  actor: Actor,
  dataSet: OpenDataSet,
  { title, layout, template, asked, language }: FilledForm,
): Promise<Buffer> {
  const { rows, sums, count } = await readWhole(app, actor, dataSet, layout, asked, "form");
  const unit = await unitName(app, actor);
  const regions = await regionNames(app, dataSet, rows);
  const set = filterValues(layout, asked);
  const word = (field: Field, value: unknown) => valueOf(field, value, language, regions);

  function once(place: Place | null): TemplateValue {
    switch (place?.kind) {
      case "title":
        return title;
      case "unit":
        return unit;
      case "reader":
        return actor.name;
      case "today":
        return { day: today() };
      case "now":
        return now().slice(0, 16);
      case "count":
        return { number: String(count) };
      case "sum":
        return { number: sums[place.name] ?? "0" };
      case "average":
        return averageOf(sums[place.name], rows, place.name);
      case "asked": {
        const field = findFilter(dataSet.entity, place.name);
        const value = set.get(place.name);
        return field && value ? word(field, value) : null;
      }
      default:
        return null;
    }
  }
  const read = (text: string, inRows: boolean) => readPlace(dataSet.entity, layout, text, inRows);
  return refusingFaults(() =>
    fillTemplate(template, {
      once: (text) => once(read(text, false)),
      rows: rows.map((row, index) => (text: string): TemplateValue => {
        const place = read(text, true);
        if (place?.kind === "index") return { number: String(index + 1) };
        return place?.kind === "field" ? word(fieldOf(dataSet, place.name), row[place.name]) : once(place);
      }),
    }),
  );
}

function averageOf(sum: string | undefined, rows: readonly ReportRowValues[], name: string): TemplateValue {
  const count = rows.filter((row) => row[name] !== null && row[name] !== undefined).length;
  return count === 0 || sum === undefined
    ? null
    : { number: new Decimal(sum).div(count).toDecimalPlaces(2).toFixed(2) };
}

/** What a value is called in the language of the reader. */
export function valueOf(
  field: Field,
  value: unknown,
  language: Language,
  regions: ReadonlyMap<string, string>,
): TemplateValue {
  if (value === null || value === undefined) return null;
  const word = (text: string): string =>
    field.codes ? getLabels(field.codes, text)[language] : (regions.get(text) ?? text);
  if (Array.isArray(value)) return value.map((one) => word(String(one))).join(language === "zh" ? "、" : ", ");
  const text = String(value);
  switch (field.kind) {
    case "int":
    case "decimal":
      return { number: text };
    case "date":
      return { day: text.slice(0, 10) };
    case "datetime":
      return text.slice(0, 16);
    default:
      if (isRegion(field)) return regions.get(text) ?? text;
      return field.codes ? word(text) : text;
  }
}

const isRegion = ({ region, lookup }: Field): boolean => region === true || lookup?.of === "regionCode";

/** Names of the regions in rows, by code. */
export function regionNames(
  app: Services,
  { entity }: OpenDataSet,
  rows: readonly ReportRowValues[],
): Promise<ReadonlyMap<string, string>> {
  const names = Object.entries<Field>(entity.fields).flatMap(([name, field]) => (isRegion(field) ? [name] : []));
  return getRegionNames(
    app.readDb,
    [...new Set(rows.flatMap((row) => names.map((name) => String(row[name] ?? ""))))].filter(Boolean),
  );
}

/** The unit of the reader: their institution, their enterprise, or the bureau. */
async function unitName(app: Services, { orgId, entId }: Actor): Promise<string> {
  const own = orgId
    ? sql`(select i.org_name from institution i where i.id = ${orgId})`
    : sql`(select d.org_name from unit d where d.id = ${entId})`;
  const { rows } = await sql<{ name: string | null }>`select ${orgId || entId ? own : bureauName} as name`.execute(
    app.readDb,
  );
  return rows[0]?.name ?? "";
}
