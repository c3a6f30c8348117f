/** What a workbook holds that a template may not, or says that nobody understands. */
export type TemplateFault =
  /** Bigger than a form is. */
  | "tooLarge"
  | "macros"
  /** Something that leads out of the workbook: a link, another workbook, a query. */
  | "outside"
  /** A part that templates do not have: notes, charts, tables, pivot tables. */
  | "part"
  /** A formula with anything but arithmetic and a few functions over cells of its sheet. */
  | "formula"
  /** A name for cells other than those of printing. */
  | "name"
  /** `{{#each rows}}` without `{{/each}}`, twice, or in the wrong order. */
  | "block"
  /** A place that no report knows. */
  | "place";

export class TemplateError extends Error {
  readonly fault: TemplateFault;
  /** What it is about: a part, a formula, a place. */
  readonly what: string;
  /** Sheet and cell, where there is one. */
  readonly cell: string | null;

  constructor(fault: TemplateFault, what: string, cell: string | null = null) {
    super(`${fault}: ${what} ${cell ?? ""}`);
    this.fault = fault;
    this.what = what;
    this.cell = cell;
  }
}
