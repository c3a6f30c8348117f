import { ofTenant } from "../../core/database/rows.ts";

/** Changes of rights of the actor's tenant; whoever has the right to see them sees all of them. */
export const changeScope = ofTenant;
