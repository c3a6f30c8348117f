import { teacherHireCalls as calls } from "@jipei/contract/providers/teacher-hire.ts";
import { crud, crudRoutes } from "../../core/entity/crud.ts";
import { reads } from "../../core/http/implement.ts";
import { hireOptions } from "./teacher-hire.ts";

export const teacherHireRoutes = [...crudRoutes(calls, hireOptions), reads(calls.used, crud(hireOptions).list)];
