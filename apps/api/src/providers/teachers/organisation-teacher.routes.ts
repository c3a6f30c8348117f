import { organisationTeacherCalls as calls } from "@jipei/contract/providers/organisation-teacher.ts";
import { crudRoutes } from "../../core/entity/crud.ts";
import { writes } from "../../core/http/implement.ts";
import { moveRoute } from "../../core/entity/transition.ts";
import { saveFiling } from "../organisations/filing.ts";
import { notifyWaiting } from "./duty-review.ts";
import { dutyLifecycle, dutyOptions, isDutySwitch } from "./organisation-teacher.ts";

export const organisationTeacherRoutes = [
  ...crudRoutes(calls, dutyOptions, {
    submit: writes(calls.submit, async (tx, actor, row, app) => {
      const id = await saveFiling(
        tx,
        actor,
        app,
        { options: dutyOptions, life: dutyLifecycle, isHarmless: isDutySwitch },
        row,
      );
      if (actor.audience === "institution") await notifyWaiting(tx, actor);
      return { id };
    }),
  }),
  moveRoute(calls.confirm, dutyLifecycle, "confirm"),
  moveRoute(calls.back, dutyLifecycle, "back"),
];
