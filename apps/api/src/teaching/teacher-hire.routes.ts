import { teacherHireCalls as calls } from "@jipei/contract/teaching/teacher-hire.ts";
import { crud, crudRoutes } from "../core/crud.ts";
import { reads } from "../core/implement.ts";
import { hireOptions } from "./teacher-hire.ts";

export const teacherHireRoutes = [
  ...crudRoutes(calls, hireOptions),
  reads(calls.used, crud(hireOptions).list as never),
];
