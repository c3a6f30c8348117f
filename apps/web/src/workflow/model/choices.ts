import type { FormField } from "@jipei/contract/workflow/flow-form.ts";

type Choices = FormField["choices"];

/** Choices in one line: `事假, 病假`, or `1=事假, 2=病假` where what is stored is not what is shown. */
export const choicesText = (choices: Choices): string =>
  choices.map(({ value, label }) => (value === label ? label : `${value}=${label}`)).join(", ");

export const readChoices = (text: string): Choices =>
  text
    .split(/[,，;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const [, value, label] = /^([^=]+)=(.+)$/.exec(one) ?? [];
      return value && label ? { value: value.trim(), label: label.trim() } : { value: one, label: one };
    });
