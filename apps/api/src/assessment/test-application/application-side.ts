import { EnterpriseTestApplication } from "@jipei/contract/assessment/enterprise-test-application.ts";
import { TestApplication } from "@jipei/contract/assessment/test-application.ts";
import type { SerialKey } from "@jipei/contract/settings/serial-rule.ts";
import type { PageLink } from "@jipei/contract/pages.ts";
import type { Tx } from "../../core/database/db.ts";
import type { StoredRow } from "../../core/database/tables.ts";
import type { MoveInput } from "../../core/entity/transition.ts";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";

type Unit = { orgId: string | null } | { unitId: string | null };
/** An application as the checks and moves of both sides read it; clients of each side know its unit by another name. */
export type AnyApplication = Omit<StoredRow<typeof EnterpriseTestApplication>, "unitId" | "evalOrgCode"> &
  Unit & { evalOrgCode?: string | null };

/** The unit that applies. */
export const getUnit = (row: Unit): string | null => ("unitId" in row ? row.unitId : row.orgId);

/** A guard or effect that holds for applications of either side. */
export type OfApplication<I = MoveInput> = (
  tx: Tx,
  actor: Actor,
  row: AnyApplication,
  input: I,
  app: Services,
) => Promise<void> | void;

/** What differs between the applications of institutions and those of enterprises (docs/decisions/0292). */
export interface ApplicationSide {
  /** As the rows of the tables say it. */
  code: "1" | "2";
  entity: typeof TestApplication | typeof EnterpriseTestApplication;
  resource: "test_apply" | "enterprise_test_apply";
  serial: SerialKey;
  /** Modes that a unit of this side may apply for. */
  modes: ReadonlySet<string>;
  /** Where the unit finds its applications. */
  page: PageLink;
}

export const institutionApplications: ApplicationSide = {
  code: "1",
  entity: TestApplication,
  resource: "test_apply",
  serial: "TEST_NO",
  modes: new Set(["1", "2", "3", "4", "5"]),
  page: "/my/test",
};

export const enterpriseApplications: ApplicationSide = {
  code: "2",
  entity: EnterpriseTestApplication,
  resource: "enterprise_test_apply",
  serial: "ENT_TEST_NO",
  modes: new Set(["1", "2", "3", "4", "5", "6"]),
  page: "/ent/test",
};

/** Modes that a unit scores for its own classes, by the audience of its users; the others are scored by assessors. */
export const scoredByUnit: Readonly<Partial<Record<Actor["audience"], readonly string[]>>> = {
  institution: ["4", "5"],
  enterprise: ["4", "5", "6"],
};
