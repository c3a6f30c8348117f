import type { Pages } from "../core/page/registry.ts";

const leave = { load: () => import("./leave/leave.page.tsx"), zh: "请假", en: "Leave" };
const process = { load: () => import("./process/process.page.tsx"), zh: "流程", en: "Process" };

/** Pages of leave stand before those of any process, since an address of theirs fits both. */
export const pages: Pages = {
  "/work/start": () => import("./lists/start.page.tsx"),
  "/work/claim": () => import("./lists/claim.page.tsx"),
  "/work/todo": () => import("./lists/todo.page.tsx"),
  "/work/send": () => import("./lists/sent.page.tsx"),
  "/work/done": () => import("./lists/done.page.tsx"),
  "/work/copy": () => import("./lists/copies.page.tsx"),
  "/work/stand-in": () => import("./lists/stand-ins.page.tsx"),
  "/work/process/leave/form/:processDefinitionId": { ...leave, load: () => import("./leave/leave-form.page.tsx") },
  "/work/process/leave/handle/:taskId/:processInstanceId/:businessId": leave,
  "/work/process/leave/detail/:processInstanceId/:businessId": leave,
  "/work/process/:routeKey/form/:processDefinitionId": {
    ...process,
    load: () => import("./process/process-form.page.tsx"),
  },
  "/work/process/:routeKey/handle/:taskId/:processInstanceId/:businessId": process,
  "/work/process/:routeKey/detail/:processInstanceId/:businessId": process,
  "/flow/model": () => import("./models/models.page.tsx"),
  "/flow/model/design/:id": { load: () => import("./designer/designer.page.tsx"), zh: "流程设计", en: "Designer" },
  "/flow/model/steps/:id": { load: () => import("./steps/steps.page.tsx"), zh: "流程步骤", en: "Steps" },
  "/flow/manager": () => import("./models/definitions.page.tsx"),
  "/flow/follow": () => import("./lists/follow.page.tsx"),
};
