import type { Audience } from "./audience.ts";
import { type Call, type CrudCalls, crudCalls } from "./call.ts";
import type { BaseFields, Entity } from "./entity.ts";
import type { ErrorCode } from "./errors.ts";
import { exportCall } from "./export.ts";
import type { Fields } from "./fields/field.ts";
import { type ImportCalls, importCalls } from "./import.ts";
import type { ListQuery } from "./fields/shape.ts";
import type { RoleAlias } from "./roles.ts";

/** What an entity with a page of its own is beside its fields. */
export interface ResourceOptions<N extends string, R extends string, P extends string> {
  /** Prefix of its button keys: `_view`, `_add`, `_edit`, `_delete`, `_export`. */
  resource: R;
  /** Its calls lie below it. */
  path: string;
  /** Audiences of its calls; default: all whose role has the right. */
  audience?: readonly Audience[];
  /** Address of its page. */
  page: P;
  menu: MenuPlace;
  /** The label of its rights where they are granted; default: that of the entity. */
  rightsOf?: readonly [zh: string, en: string];
  /** One letter or more for each role, as in `capabilities.ts`. */
  rights: string;
  /** Fields, or combinations of fields, that no two live rows share. */
  unique?: readonly (N | readonly N[])[];
  /** The refusal to remove a row that others refer to; default: DEPENDENCY_IN_USE. */
  inUse?: ErrorCode;
  /** Writes what every save and removal changed into the audit rows. */
  audited?: true;
  /** The API answers its calls by routes of its own, since it has rules that do not stand here. */
  ownRoutes?: true;
}

/** An entry of the menus: its number names the branch that it stands in (B0406 in B04) and its place there. */
export interface MenuPlace {
  no: string;
  /** Default: the label of the entity. */
  zh?: string;
  en?: string;
  roles: readonly RoleAlias[];
  icon?: string;
}

/** @see ResourceOptions */
export interface Resource<E extends Entity, C, R extends string, P extends string> {
  entity: E;
  calls: C;
  resource: R;
  page: P;
  menu: Required<Omit<MenuPlace, "icon">> & Pick<MenuPlace, "icon">;
  rightsOf: readonly [zh: string, en: string];
  rights: string;
  unique: readonly (readonly string[])[];
  inUse: ErrorCode;
  audited: boolean;
  ownRoutes: boolean;
}

/** The calls of any of them. */
export type StandardCalls = Readonly<Record<keyof CrudCalls<Fields>, Call>> & {
  readonly export: Call<ListQuery>;
  readonly import?: ImportCalls;
};
export type ResourceCalls<F extends Fields> = CrudCalls<F> & { export: ReturnType<typeof exportCall<F>> };

/**
 * States all that belongs to an entity with a page of its own: calls, rights, menu entry, address of the page. With its line in `entities.ts`
 * the rest follows: tables, routes, exports, menus, buttons and default rights.
 */
export function resource<
  F extends Fields,
  N extends string,
  T extends string,
  const R extends string,
  const P extends `/${string}`,
>(
  entity: Entity<F, N, T>,
  options: ResourceOptions<Exclude<keyof F, keyof BaseFields> & string, R, P>,
): Resource<Entity<F, N, T>, ResourceCalls<F>, R, P> {
  const {
    path,
    audience,
    menu,
    unique = [],
    inUse = "DEPENDENCY_IN_USE",
    audited = false,
    ownRoutes = false,
  } = options;
  return {
    entity,
    calls: {
      ...crudCalls(entity, path, options.resource, audience),
      export: exportCall(entity, path, options.resource, audience),
    },
    resource: options.resource,
    page: options.page,
    menu: { zh: entity.zh, en: entity.en, ...menu },
    rightsOf: options.rightsOf ?? [entity.zh, entity.en],
    rights: options.rights,
    unique: unique.map((fields) => (typeof fields === "string" ? [fields] : fields)),
    inUse,
    audited,
    ownRoutes,
  };
}

/** The same, where rows can also be added from a workbook, each as its form saves it. */
export function importedResource<
  F extends Fields,
  N extends string,
  T extends string,
  const R extends string,
  const P extends `/${string}`,
>(
  entity: Entity<F, N, T>,
  options: ResourceOptions<Exclude<keyof F, keyof BaseFields> & string, R, P>,
): Resource<Entity<F, N, T>, ResourceCalls<F> & { import: ImportCalls }, R, P> {
  const made = resource(entity, options);
  return { ...made, calls: { ...made.calls, import: importCalls(entity, options.path, options.resource) } };
}
