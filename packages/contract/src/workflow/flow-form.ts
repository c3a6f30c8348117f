import type { CodeOf } from "../core/fields/field.ts";
import { code, int, text } from "../core/fields/field.ts";
import { any, flag, list, record } from "../core/fields/shape.ts";
import { skipNames } from "./expression/names.ts";
import { formKind, formRight } from "./flow-codes.ts";

/** A value of a process variable, as JSON has it: a text, a number, true or false, a list of these, or objects of them. */
export type FlowValue =
  | null
  | boolean
  | number
  | string
  | readonly FlowValue[]
  | { readonly [name: string]: FlowValue };
export type FlowValues = Readonly<Record<string, FlowValue>>;

const choices = list(
  record({ value: text(100, "值", "Value", "required"), label: text(100, "名称", "Label", "required") }),
  200,
);

/** A column of a table. Its kind is none of those that hold more than one value. */
const columnShape = record({
  name: text(60, "变量", "Variable", "required"),
  label: text(100, "名称", "Label", "required"),
  kind: code(formKind, "控件", "Kind", "required"),
  required: flag("是否必填", "Has to be filled in"),
  choices,
  /** By which it is computed from the other columns of its row. */
  calculation: text(2000, "公式", "Formula"),
});
export type FormColumn = NonNullable<(typeof columnShape)["$value"]>;

const stated = {
  /** Name of the variable that it fills. */
  name: text(60, "变量", "Variable", "required"),
  label: text(100, "名称", "Label", "required"),
  kind: code(formKind, "控件", "Kind", "required"),
  right: code(formRight, "权限", "Right", "required"),
  required: flag("是否必填", "Has to be filled in"),
  choices,
  /** By which the server computes it; nobody fills it in. */
  calculation: text(2000, "公式", "Formula"),
  /** Those of a table; none otherwise. */
  columns: list(columnShape, 20),
  /** Lists of processes and tasks show it, and are searched by it. */
  inLists: flag("列表中显示", "In lists"),
  leastRows: int("最少行数", "Fewest rows"),
  mostRows: int("最多行数", "Most rows"),
};

/** A field of the form of a step, as the model states it. */
export const formFieldShape = record(stated);
export type FormField = NonNullable<(typeof formFieldShape)["$value"]>;
export type FormKind = CodeOf<typeof formKind>;

/** The same with what stands in it; files as their items. */
export const filledFieldShape = record({ ...stated, value: any<FlowValue>() });
export type FilledField = NonNullable<(typeof filledFieldShape)["$value"]>;

/** A field that lists show, of a process by its key. */
export const listedFieldShape = record({
  name: text(60, "变量", "Variable", "required"),
  label: text(100, "名称", "Label", "required"),
  kind: code(formKind, "控件", "Kind", "required"),
  choices,
});
export type ListedField = NonNullable<(typeof listedFieldShape)["$value"]>;

/** How many fields of a process lists show at most, and how much of a text. */
export const mostListed = 3;
export const longestListed = 200;

/** What stands in these fields. */
export const listedValues = list(
  record({ name: text(60, "变量", "Variable", "required"), value: any<FlowValue>() }),
  mostListed,
);
export type ListedValues = NonNullable<(typeof listedValues)["$value"]>;

/** By what lists are searched: a process by its key, and one of its fields that lists show. */
export const formFilters = {
  formKey: text(60, "流程标识", "Key of the process"),
  formName: text(60, "表单字段", "Field of the form"),
  /** Exactly this. */
  formValue: text(longestListed, "查询的值", "Value"),
  /** A part of the text. */
  formText: text(longestListed, "字段值包含", "Part of the value"),
  /** Numbers or days, both included. */
  formFrom: text(20, "字段值从", "From"),
  formTo: text(20, "字段值至", "To"),
};

/** A row of a table. */
export type FormRow = Readonly<Record<string, FlowValue>>;

/** What a table holds at most, and a text in one of its cells. */
export const mostRows = 100;
export const mostColumns = 20;
export const longestCell = 200;

/** How many rows, in English. */
export const rowsInEnglish = (count: number): string => (count === 1 ? "1 row" : `${count} rows`);

/** The rows of a table; what is none is left out. */
export const rowsOf = (value: unknown): FormRow[] => (Array.isArray(value) ? value.filter(isRow) : []);

const isRow = (value: unknown): value is FormRow =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Names whose values the product or the model sets itself: no field has one. */
export const ownNames: ReadonlySet<string> = new Set(["pass", "starter", "businessId", "businessType", ...skipNames]);
