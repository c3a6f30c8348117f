import { withResources } from "./core/entity/resource-routes.ts";
import type { Domain } from "./core/http/implement.ts";
import { settings } from "./settings/settings.routes.ts";
import { files } from "./files/files.routes.ts";
import { notices } from "./notices/notices.routes.ts";
import { policy } from "./policy/policy.routes.ts";
import { logs } from "./logs/logs.routes.ts";
import { auth } from "./auth/auth.routes.ts";
import { access } from "./access/access.routes.ts";
import { users } from "./users/users.routes.ts";
import { tenants } from "./tenants/tenant.routes.ts";
import { jobs } from "./jobs/job.routes.ts";
import { externalData } from "./external-data/external-data.routes.ts";
import { develop } from "./develop/develop.routes.ts";
import { workflow } from "./workflow/workflow.routes.ts";
import { catalogue } from "./catalogue/catalogue.routes.ts";
import { providers } from "./providers/providers.routes.ts";
import { enterprises } from "./enterprises/enterprises.routes.ts";
import { training } from "./training/training.routes.ts";
import { assessment } from "./assessment/assessment.routes.ts";
import { inspection } from "./inspection/inspection.routes.ts";
import { entitlements } from "./entitlements/entitlements.routes.ts";
import { subsidies } from "./subsidies/subsidies.routes.ts";
import { exams } from "./exams/exams.routes.ts";
import { competitions } from "./competitions/competitions.routes.ts";
import { reports } from "./reports/reports.routes.ts";
import { outcomes } from "./outcomes/outcomes.routes.ts";
import { talents } from "./talents/talents.routes.ts";
import { workRecords } from "./work-records/work-records.routes.ts";
import { home } from "./home/home.routes.ts";
import { setup } from "./setup/setup.routes.ts";

/** The one list of domains, from the lowest layer up: each may import only those before it. */
const listed: readonly Domain[] = [
  settings,
  files,
  notices,
  policy,
  logs,
  auth,
  access,
  users,
  tenants,
  jobs,
  externalData,
  develop,
  workflow,
  catalogue,
  providers,
  enterprises,
  training,
  assessment,
  exams,
  inspection,
  entitlements,
  subsidies,
  workRecords,
  talents,
  outcomes,
  competitions,
  reports,
  home,
  setup,
];

/** All domains, with the routes of entities that have no rules of their own, and those of imports. */
export const domains: readonly Domain[] = listed.map(withResources);

export const calls = domains.flatMap((domain) => domain.routes.map((route) => route.call));
