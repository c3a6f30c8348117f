import { code, text } from "../core/fields/field.ts";
import { any, flag, list, record } from "../core/fields/shape.ts";
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

/** A field of the form of a step, as the model states it. */
export const formFieldShape = record({
  /** Name of the variable that it fills. */
  name: text(60, "变量", "Variable", "required"),
  label: text(100, "名称", "Label", "required"),
  kind: code(formKind, "控件", "Kind", "required"),
  right: code(formRight, "权限", "Right", "required"),
  required: flag("是否必填", "Has to be filled in"),
  choices: list(
    record({ value: text(100, "值", "Value", "required"), label: text(100, "名称", "Label", "required") }),
    200,
  ),
});
export type FormField = NonNullable<(typeof formFieldShape)["$value"]>;

/** The same with what stands in it; files as their items. */
export const filledFieldShape = record({
  name: text(60, "变量", "Variable", "required"),
  label: text(100, "名称", "Label", "required"),
  kind: code(formKind, "控件", "Kind", "required"),
  right: code(formRight, "权限", "Right", "required"),
  required: flag("是否必填", "Has to be filled in"),
  choices: list(
    record({ value: text(100, "值", "Value", "required"), label: text(100, "名称", "Label", "required") }),
    200,
  ),
  value: any<FlowValue>(),
});
export type FilledField = NonNullable<(typeof filledFieldShape)["$value"]>;
