import { machine } from "../core/machine.ts";
import { publication, publish, withdraw } from "./published/publication.ts";

/** Saving and removing are plain edits of what is not published. */
export const noticeMachine = machine({
  ...publication,
  name: "notice",
  zh: "通知公告",
  en: "Notice",
  entity: "Notice",
  resource: "notice",
  actions: { publish, withdraw },
});
