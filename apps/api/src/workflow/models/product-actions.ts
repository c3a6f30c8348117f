import type { ProductActions } from "../engine/actions.ts";

/**
 * All that a process may ask of the product. A service task names an action, an expression calls a method; what is not listed here, no model
 * reaches. `instance/host.ts` says what each of them does.
 */
export const productActions = {
  actions: ["notify"],
  methods: ["usersOfRole", "usersOfDept", "deptOf", "daysBetween"],
} as const satisfies ProductActions;

export type ActionName = (typeof productActions.actions)[number];
export type MethodName = (typeof productActions.methods)[number];
