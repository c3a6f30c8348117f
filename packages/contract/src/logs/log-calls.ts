import { exportCall } from "../core/export.ts";
import { byId, call } from "../core/call.ts";
import type { Entity } from "../core/entity.ts";
import type { Fields } from "../core/fields/field.ts";
import { pageShape, queryShape, rowShape } from "../core/fields/shape.ts";

/** A log is only read. */
export const logCalls = <F extends Fields>(entity: Entity<F>, path: string, resource: string) => ({
  list: call({
    name: `${entity.name}.list`,
    method: "GET",
    path: `${path}/list`,
    zh: `${entity.zh}列表`,
    en: `${entity.en}: list`,
    access: `${resource}_view`,
    input: queryShape(entity),
    output: pageShape(rowShape(entity)),
  }),
  detail: call({
    name: `${entity.name}.detail`,
    method: "GET",
    path: `${path}/detail`,
    zh: `${entity.zh}详情`,
    en: `${entity.en}: detail`,
    access: `${resource}_view`,
    input: byId,
    output: rowShape(entity),
  }),
  export: exportCall(entity, path, resource),
});
