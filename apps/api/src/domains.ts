import type { Domain } from "./core/implement.ts";
import { access } from "./access/access.routes.ts";
import { auth } from "./auth/auth.routes.ts";
import { classes } from "./classes/classes.routes.ts";
import { develop } from "./develop/develop.routes.ts";
import { enrolment } from "./enrolment/enrolment.routes.ts";
import { exams } from "./exams/exams.routes.ts";
import { externalData } from "./external-data/external-data.routes.ts";
import { files } from "./files/files.routes.ts";
import { home } from "./home/home.routes.ts";
import { jobs } from "./jobs/job.routes.ts";
import { logs } from "./logs/logs.routes.ts";
import { organisations } from "./organisations/organisations.routes.ts";
import { notices } from "./notices/notices.routes.ts";
import { settings } from "./settings/settings.routes.ts";
import { setup } from "./setup/setup.routes.ts";
import { subsidies } from "./subsidies/subsidies.routes.ts";
import { teaching } from "./teaching/teaching.routes.ts";
import { tenants } from "./tenants/tenant.routes.ts";
import { users } from "./users/users.routes.ts";

/** The one list of domains. */
export const domains: readonly Domain[] = [
  access,
  auth,
  classes,
  develop,
  enrolment,
  exams,
  externalData,
  files,
  home,
  jobs,
  logs,
  notices,
  organisations,
  settings,
  setup,
  subsidies,
  teaching,
  tenants,
  users,
];

export const calls = domains.flatMap((domain) => domain.routes.map((route) => route.call));
