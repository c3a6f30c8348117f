import { noRoles } from "@jipei/contract/settings/parameters.ts";

/** The role aliases that the value of such a parameter names. */
export const rolesIn = (value: string): readonly string[] => (value === noRoles ? [] : value.split(","));
