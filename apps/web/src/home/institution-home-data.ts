import type { institutionHome } from "@jipei/contract/home/institution-home.ts";

/** What the home of an institution shows. */
export type InstitutionHomeData = NonNullable<(typeof institutionHome)["output"]["$value"]>;
