import type { Domain } from "../core/implement.ts";
import { departmentRoutes } from "./department.routes.ts";
import { fourEyesRoutes } from "./four-eyes.routes.ts";
import { sweepFourEyes } from "./four-eyes.ts";
import { postRoutes } from "./post.routes.ts";
import { profileRoutes } from "./profile.routes.ts";
import { registrationRoutes, sweepRejected } from "./registration.routes.ts";
import { sessionRoutes, sweepSignIns } from "./session.routes.ts";
import { userImporter } from "./user-import.ts";
import { userServiceRoutes } from "./user-service.routes.ts";
import { sweepLoans } from "./user.roles.ts";
import { userExport, userRoutes } from "./user.routes.ts";

export const users: Domain = {
  name: "users",
  routes: [
    ...profileRoutes,
    ...userRoutes,
    ...userImporter.routes,
    ...registrationRoutes,
    ...sessionRoutes,
    ...departmentRoutes,
    ...postRoutes,
    ...userServiceRoutes,
    ...fourEyesRoutes,
  ],
  workers: [userExport.worker, userImporter.worker],
  timers: [
    { name: "users.rejected", cron: "20 3 * * *", run: sweepRejected },
    { name: "users.signIns", cron: "40 3 * * *", run: sweepSignIns },
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
