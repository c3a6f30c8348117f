import type { Domain } from "../core/implement.ts";
import { paymentObjectionRoutes, paymentObjectionWorkers } from "./payment-objection.routes.ts";
import { signUpRoutes, signUpWorkers } from "./sign-up.routes.ts";
import { studentAccountRoutes, studentAccountWorkers } from "./student-account.routes.ts";
import { studentFeeRoutes, studentFeeWorkers } from "./student-fee.routes.ts";
import { studentHomeRoutes } from "./student-home.routes.ts";
import { studentRoutes, studentWorkers } from "./student.routes.ts";

export const enrolment: Domain = {
  name: "enrolment",
  routes: [
    ...signUpRoutes,
    ...studentRoutes,
    ...studentAccountRoutes,
    ...studentFeeRoutes,
    ...studentHomeRoutes,
    ...paymentObjectionRoutes,
  ],
  workers: [
    ...signUpWorkers,
    ...studentWorkers,
    ...studentAccountWorkers,
    ...studentFeeWorkers,
    ...paymentObjectionWorkers,
  ],
  constraints: {
    sign_up_person: "SIGN_DUP",
    sign_up_make_up: "SIGN_DUP",
    sign_up_again: "SIGN_DUP",
    student_person: "STUDENT_DUP",
    student_account_person: "ACCOUNT_DUP",
    student_account_phone: "ACCOUNT_DUP",
    student_account_account: "ACCOUNT_DUP",
    payment_objection_once: "DUPLICATE",
  },
};
