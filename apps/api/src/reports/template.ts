import { buffer } from "node:stream/consumers";
import type { Entity } from "@jipei/contract/core/entity.ts";
import { readPlace } from "@jipei/contract/reports/places.ts";
import type { ReportLayout } from "@jipei/contract/reports/report-layout.ts";
import type { TemplateProblem } from "@jipei/contract/reports/report-run.ts";
import { WorkbookError } from "@jipei/xlsx/sheet.ts";
import { type FoundPlace, findPlaces } from "@jipei/xlsx/template/places.ts";
import { mostTemplateBytes, openTemplate } from "@jipei/xlsx/template/template-book.ts";
import { TemplateError, type TemplateFault } from "@jipei/xlsx/template/template-faults.ts";
import { wordsOfFault } from "../core/excel/workbook-faults.ts";
import type { Actor } from "../core/foundation/actor.ts";
import { InvalidFields, Refusal } from "../core/foundation/refusal.ts";
import type { Services } from "../core/foundation/services.ts";
import type { Words } from "../core/foundation/texts/words.ts";
import { openFile } from "../core/http/download.ts";
import { attachmentById, mayFetch } from "../files/files.queries.ts";

/** A workbook that somebody has uploaded to make a form of it. */
export interface Uploaded {
  name: string;
  bytes: Buffer;
}

/** The bytes of an upload that the actor may open. @throws NOT_FOUND, FIELD_INVALID for another kind of file, or a big one */
export async function readUpload(app: Services, actor: Actor, id: string): Promise<Uploaded> {
  const file = (await mayFetch(app.db, actor, id)) ? await attachmentById(app.db, id) : undefined;
  if (!file) throw new Refusal("NOT_FOUND");
  if (!/\.xlsx$/i.test(file.fileName))
    throw refused([{ cell: null, zh: "请上传 .xlsx 工作簿", en: "upload a workbook (.xlsx)" }]);
  if (Number(file.fileSize) > mostTemplateBytes) throw refused([problemOf(new TemplateError("tooLarge", ""))]);
  return { name: file.fileName, bytes: await buffer(await openFile(app, file.storageKey)) };
}

export interface CheckedTemplate {
  places: FoundPlace[];
  problems: TemplateProblem[];
}

/** What a workbook asks for, and everything that is wrong with it; places that no report knows are named with their cells. */
export async function checkTemplate(entity: Entity, layout: ReportLayout, bytes: Buffer): Promise<CheckedTemplate> {
  try {
    const places = findPlaces(await openTemplate(bytes));
    const unknown = places.filter(({ place, inRows }) => readPlace(entity, layout, place, inRows) === null);
    return {
      places,
      problems: unknown.map(({ sheet, cell, place }) =>
        problemOf(new TemplateError("place", `{{${place}}}`, `${sheet}!${cell}`)),
      ),
    };
  } catch (error) {
    if (error instanceof TemplateError) return { places: [], problems: [problemOf(error)] };
    if (error instanceof WorkbookError) return { places: [], problems: [{ cell: null, ...wordsOfFault(error) }] };
    throw error;
  }
}

/** @throws FIELD_INVALID with all that is wrong */
export async function assertTemplate(entity: Entity, layout: ReportLayout, bytes: Buffer): Promise<void> {
  const { problems } = await checkTemplate(entity, layout, bytes);
  if (problems.length > 0) throw refused(problems);
}

/** Does something with a template, whose faults become refusals. @throws FIELD_INVALID */
export async function refusingFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof TemplateError ? refused([problemOf(error)]) : error;
  }
}

const refused = (problems: readonly TemplateProblem[]): Refusal =>
  new InvalidFields(
    problems.map(({ cell, zh, en }) => ({
      errorCode: "FIELD_INVALID",
      id: null,
      field: "templateId",
      msg: cell ? `${cell}：${zh}` : zh,
      msgEn: cell ? `${cell}: ${en}` : en,
    })),
  );

const reasons: Readonly<Record<TemplateFault, (what: string) => Words>> = {
  tooLarge: (what) => ({
    zh: `模板或填写后的表格过大${what && `（${what}）`}`,
    en: `the template, or what becomes of it, is too large${what && ` (${what})`}`,
  }),
  macros: (what) => ({ zh: `模板不能含有宏（${what}）`, en: `a template has no macros (${what})` }),
  outside: (what) => ({
    zh: `模板不能引用工作簿以外的内容（${what}）`,
    en: `a template refers to nothing outside of itself (${what})`,
  }),
  part: (what) => ({
    zh: `模板不能含有批注、图表、表格对象、透视表等（${what}），请删除后另存`,
    en: `a template has no notes, charts, tables or pivot tables (${what}); remove them`,
  }),
  formula: (what) => ({
    zh: `公式“${what}”不能使用，只支持本表单元格的四则运算和 SUM、AVERAGE、COUNT、MIN、MAX、ROUND、ABS、IF`,
    en: `the formula “${what}” is not taken: arithmetic on cells of the sheet, SUM, AVERAGE, COUNT, MIN, MAX, ROUND, ABS and IF are`,
  }),
  name: (what) => ({ zh: `请删除名称“${what}”`, en: `remove the name “${what}”` }),
  block: (what) => ({
    zh: `重复行须由一个 {{#each rows}} 开始、一个 {{/each}} 结束（${what}）`,
    en: `repeated rows begin with one {{#each rows}} and end with one {{/each}} (${what})`,
  }),
  place: (what) => ({ zh: `没有“${what}”这一项`, en: `nothing is called “${what}”` }),
};

const cut = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
function problemOf({ fault, what, cell }: TemplateError): TemplateProblem {
  return { cell, ...reasons[fault](cut(what)) };
}
