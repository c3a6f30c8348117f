import { exporter } from "../../core/excel/export.ts";
import { RightsChange, rightsChangeCalls as calls } from "@jipei/contract/access/rights-change.ts";
import { crud } from "../../core/entity/crud.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { changeScope } from "./rights-change.scope.ts";
import { previewChange } from "./rights-preview.ts";
import { undoChange } from "./rights-undo.ts";

export const rightsChangeRows = { entity: RightsChange, resource: "rights_change" as const, scope: changeScope };
const { list, detail } = crud(rightsChangeRows);
const undo = writes(calls.undo, undoChange);

/** @param rightsRoutes routes that change rights, whose effect can be previewed */
export const rightsChangeRoutes = (rightsRoutes: readonly Route[]): Route[] => [
  exporter(RightsChange, calls.export, rightsChangeRows),
  reads(calls.list, list),
  reads(calls.detail, detail),
  reads(calls.preview, (_db, actor, input, app) => previewChange(app, actor, [...rightsRoutes, undo], input)),
  undo,
];
