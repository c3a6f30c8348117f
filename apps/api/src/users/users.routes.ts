import { departmentsBelow, getRegions } from "./departments/units.ts";
import { userRows } from "./user/user.routes.ts";
import { registrationRows } from "./registration.routes.ts";
import { fourEyesRows } from "./four-eyes/four-eyes.routes.ts";
import { registrationDerived } from "./registration.routes.ts";
import { fourEyesDerived } from "./four-eyes/four-eyes.routes.ts";
import { userDerived } from "./user/user.scope.ts";
import { answers } from "../core/foundation/ports.ts";
import { lockDerived, signedIn, sweepSignIns } from "../auth/auth.queries.ts";
import { storeLastSignIn } from "./user/last-sign-in.ts";
import type { Domain } from "../core/http/implement.ts";
import { departmentImporter, departmentRoutes } from "./departments/department.routes.ts";
import { fourEyesRoutes } from "./four-eyes/four-eyes.routes.ts";
import { sweepFourEyes } from "./four-eyes/four-eyes.ts";
import { postImporter, postRoutes } from "./departments/post.routes.ts";
import { profileRoutes } from "./own/profile.routes.ts";
import { viewRoutes } from "./own/saved-views.ts";
import { registrationRoutes, sweepRejected } from "./registration.routes.ts";
import { sessionRoutes } from "./session.routes.ts";
import { userImporter } from "./import/user-import.ts";
import { userServiceRoutes } from "./user-service.routes.ts";
import { sweepLoans } from "./user/user.roles.ts";
import { userRoutes } from "./user/user.routes.ts";

export const users: Domain = {
  name: "users",
  provides: { departmentsBelow, getRegions },
  owners: [fourEyesRows, registrationRows, userRows],
  derived: [...lockDerived, ...userDerived, ...fourEyesDerived, ...registrationDerived],
  routes: [
    ...profileRoutes,
    ...viewRoutes,
    ...userRoutes,
    ...registrationRoutes,
    ...sessionRoutes,
    ...departmentRoutes,
    ...postRoutes,
    ...userServiceRoutes,
    ...fourEyesRoutes,
  ],
  reactions: [answers(signedIn, storeLastSignIn)],
  importers: [userImporter, departmentImporter, postImporter],
  timers: [
    { name: "users.rejected", whileClosed: "run", cron: "20 3 * * *", run: sweepRejected },
    { name: "users.signIns", whileClosed: "run", cron: "40 3 * * *", run: sweepSignIns },
    { name: "users.fourEyes", cron: "5 * * * *", run: sweepFourEyes },
    { name: "users.loans", cron: "10 3 * * *", run: sweepLoans },
  ],
  constraints: {
    app_user_account: "ACCOUNT_DUP",
    app_user_student: "ACCOUNT_DUP",
    app_user_not_reserved: "ACCOUNT_DUP",
    app_user_phone: "DUPLICATE",
    four_eyes_request_open: "DUPLICATE",
    post_code: "DUPLICATE",
    department_name: "DUPLICATE",
  },
};
