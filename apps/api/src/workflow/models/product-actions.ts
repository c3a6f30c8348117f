import type { CodeOf } from "@jipei/contract/core/fields/field.ts";
import { flowMethods, flowServices } from "@jipei/contract/workflow/flow-offers.ts";
import type { ProductActions } from "../engine/actions.ts";

/**
 * All that a process may ask of the product. A service task names an action, an expression calls a method; what is not listed here, no model
 * reaches. The contract names them, since the designer offers the same; `instance/host.ts` says what each of them does.
 */
export const productActions: ProductActions = {
  actions: Object.keys(flowServices.codes),
  methods: Object.keys(flowMethods.codes),
};

export type ActionName = CodeOf<typeof flowServices>;
export type MethodName = CodeOf<typeof flowMethods>;
