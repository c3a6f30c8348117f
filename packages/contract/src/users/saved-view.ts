import { call, picked } from "../core/call.ts";
import type { Entity } from "../core/entity.ts";
import { code, id, text } from "../core/fields/field.ts";
import { findFilter } from "../core/fields/filters.ts";
import { yesNo } from "../core/fields/flags.ts";
import { list, record } from "../core/fields/shape.ts";
import type { ValueOfShape } from "../core/fields/shape.ts";

/** How many views a user keeps, of all lists together. */
export const maxViews = 100;

/** The name under which settings and views of a list are kept. */
export const listName = (resource: string, entity: Pick<Entity, "name">): string => `${resource}-${entity.name}`;
/** The name of the entity that a list shows; empty where the name is of no list. */
export const entityOfList = (name: string): string => /^[a-z_]+-(\w+)$/.exec(name)?.[1] ?? "";

/** What else a view says: its order, and the columns that it leaves out. */
const others = ["ascs", "descs", "hide"];

/**
 * Parameters of a view that cannot be kept: those that are none of the list, and filters by personal data, which is stored encrypted alone.
 * @param names of its parameters, as they are in an address
 */
export const unfitFor = (entity: Entity, names: Iterable<string>): string[] =>
  [...names].filter((name) => {
    const field = findFilter(entity, name);
    return field ? Boolean(field.masked || field.encrypted) : !others.includes(name);
  });

const named = {
  name: text(30, "视图名称", "Name of the view", "required"),
  /** Filters, order and columns as they are in an address: `status=draft&descs=createTime&hide=remark`. */
  query: text(2000, "条件", "Conditions"),
  isDefault: code(yesNo, "默认视图", "Default view", "required"),
};
const savedView = record({ id: id("主键", "Id", "required"), list: text(100, "列表", "List", "required"), ...named });
export type SavedView = ValueOfShape<typeof savedView>;

const path = "/api/blade-user/views";
export const savedViewCalls = {
  /** The caller's own views of all lists, the oldest first. */
  list: call({
    name: "SavedView.list",
    method: "GET",
    path: `${path}/list`,
    zh: "本人的列表视图",
    en: "Own views of lists",
    access: "signedIn",
    output: list(savedView),
  }),
  /** Keeps a view, in place of one of this id, or of this name. Of a list at most one is the default. */
  save: call({
    name: "SavedView.save",
    method: "POST",
    path: `${path}/submit`,
    zh: "保存列表视图",
    en: "Save a view of a list",
    access: "signedIn",
    input: record({ id: id("主键", "Id"), list: text(100, "列表", "List", "required"), ...named }),
    output: record({ id: id("主键", "Id", "required") }),
  }),
  remove: call({
    name: "SavedView.remove",
    method: "POST",
    style: "query",
    path: `${path}/remove`,
    zh: "删除列表视图",
    en: "Remove views of lists",
    access: "signedIn",
    input: record({ ids: picked() }),
  }),
};
