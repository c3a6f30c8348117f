import type { Audience } from "./audience.ts";
import { call } from "./call.ts";
import type { Entity } from "./entity.ts";
import type { Fields } from "./fields/field.ts";
import { text } from "./fields/field.ts";
import { fileOrJob, queryShape } from "./fields/shape.ts";

/**
 * The list of an entity as a workbook: filtered and sorted like the list call, all pages, masked as the viewer sees it. A list that takes
 * longer than a moment answers `startedJob` in the envelope instead of the file.
 * @param resource prefix of the button key `_export`
 */
export function exportCall<F extends Fields>(
  entity: Entity<F>,
  path: string,
  resource: string,
  audience?: readonly Audience[],
) {
  const { name, zh, en } = entity;
  return call({
    name: `${name}.export`,
    method: "GET",
    path: `${path}/export`,
    zh: `导出${zh}`,
    en: `${en}: export`,
    access: `${resource}_export`,
    audience,
    input: queryShape(entity),
    output: fileOrJob("xlsx"),
  });
}

/** What an export in full is for. */
export const purpose = text(200, "导出用途", "Purpose", "required");
/** Minimum length of a purpose. */
export const leastPurpose = 5;

/**
 * An export that shows personal data as a detail does, for a purpose that goes into the sheet and into the history.
 * @param what whose it is; the bureau's where no audience is named
 */
export function exportForPurpose<F extends Fields>(
  entity: Entity<F>,
  what: { name: string; path: string; zh: string; en: string; access: string; audience?: readonly Audience[] },
) {
  return call({
    audience: ["bureau"],
    ...what,
    method: "GET",
    input: queryShape(entity, { purpose }),
    output: fileOrJob("xlsx"),
  });
}
