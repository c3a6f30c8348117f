import { RightsChange, rightsChangeCalls as calls } from "@jipei/contract/access/rights-change.ts";
import { crud } from "../core/crud.ts";
import { type Route, reads, writes } from "../core/implement.ts";
import { changeScope } from "./rights-change.scope.ts";
import { previewable } from "./previewable.ts";
import { previewChange } from "./rights-preview.ts";
import { undoChange } from "./rights-undo.ts";

const { list, detail } = crud({ entity: RightsChange, resource: "rights_change", scope: changeScope });

export const rightsChangeRoutes: Route[] = [
  reads(calls.list, list as never),
  reads(calls.detail, detail as never),
  reads(calls.preview, (_db, actor, input, app) => previewChange(app, actor, input)),
  previewable(writes(calls.undo, undoChange)),
];
