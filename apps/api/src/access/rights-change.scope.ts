import { ofTenant } from "../core/rows.ts";

/** Changes of rights of the own tenant; who has the right to see them sees all. */
export const changeScope = ofTenant;
