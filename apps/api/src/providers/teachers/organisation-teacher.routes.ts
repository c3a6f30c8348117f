import { organisationTeacherCalls as calls } from "@jipei/contract/providers/organisation-teacher.ts";
import { crudRoutes } from "../../core/entity/crud.ts";
import { writes } from "../../core/http/implement.ts";
import { moveRoute } from "../../core/entity/transition.ts";
import { notify } from "../../notices/notices.queries.ts";
import { saveFiling } from "../organisations/filing.ts";
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
      if (actor.audience === "institution")
        await notify(tx, {
          to: { role: "clerk" },
          title: { zh: "机构教师待审核", en: "An institution teacher is waiting for approval" },
          text: { zh: actor.name, en: actor.name },
          link: "/org/teacher?confirmStatus=unConfirm",
        });
      return { id };
    }),
  }),
  moveRoute(calls.confirm, dutyLifecycle, "confirm"),
  moveRoute(calls.back, dutyLifecycle, "back"),
];
