import type { formFilters } from "@jipei/contract/workflow/flow-form.ts";

/** What a list is asked for of forms. */
export type Asked = Partial<Record<keyof typeof formFilters, string>>;
