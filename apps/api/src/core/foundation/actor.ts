import type { ResourceKey, Right } from "@jipei/contract/capabilities.ts";
import type { DataScopeKind } from "@jipei/contract/access/data-scope.ts";
import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Audience } from "@jipei/contract/core/audience.ts";
import { type Machine, getPermission } from "@jipei/contract/core/machine.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type { PermissionKey } from "@jipei/contract/permissions.ts";
import { Refusal } from "./refusal.ts";

/** A data scope that an actor has through a role. Plain values, because jobs store it together with the actor. */
export interface DataScopeRule {
  /** Missing while a scope is only tried out, before it is saved. */
  id?: string;
  /** Name of the entity that it restricts. */
  entity: string;
  kind: DataScopeKind;
  /** Field that is compared with the actor; null: the creator of the row, or the creator's department. */
  column: string | null;
  /** The rule of a custom scope (scope-expression.ts). */
  expression: string | null;
  /** The visible fields; null: all. */
  fields: readonly string[] | null;
}

/** Who makes a call. Taken from the verified session only, never from headers or the body. */
export interface Actor {
  /** Row in app_user; '0' for the server itself and for callers without a token. */
  userId: string;
  sessionId: string | null;
  account: string;
  name: string;
  audience: Audience | "public";
  roles: readonly RoleAlias[];
  permissions: ReadonlySet<string>;
  /** The restrictions of rows and fields besides the domain's own scope (data-scope.ts). */
  dataScopes: readonly DataScopeRule[];
  /** Ids of the API scopes that the actor's roles have; where left out, none. */
  apiScopes?: readonly string[];
  /** Whether the path is protected by API scopes, none of which the actor has. */
  closedTo: (path: string) => boolean;
  tenantId: string;
  /** The tenant owner: the tenant in whose schema the call is answered, and whose users run that schema. */
  tenantOwner: string;
  deptId: string | null;
  /** Regions that a user of the bureau is restricted to (region-scope.ts); where left out, to none. */
  regions?: readonly string[];
  /** Institution of an institution user. */
  orgId: string | null;
  /** Department that represents the enterprise of an enterprise user. */
  entId: string | null;
  /** Student account of a person. */
  accountId: string | null;
  /** Assessor record of an assessor. */
  assessorId: string | null;
  /** Keyed hash of the actor's ID number, by which persons and teachers find their own rows. */
  idNumberHash: string | null;
  ip: string;
  /** The screen of the session is locked. */
  locked?: boolean;
  /** The password was set by somebody else: the actor may do nothing before choosing their own. */
  needsPassword?: boolean;
  /** A role of the actor requires a second factor that they have not set up yet. */
  needsFactor?: boolean;
  /** Changes whenever the actor's roles or the rights of any role change. Every response carries it, so that the web reloads menus and buttons. */
  rightsMark?: string;
}

/** What decides about how rows are shown to an actor. Plain values, since rows are also shown in threads. */
export type Reader = Pick<Actor, "roles" | "audience" | "dataScopes" | "idNumberHash">;

/** An actor as jobs store it. */
export type StoredActor = Omit<Actor, "permissions" | "closedTo"> & { permissions: string[] };

/** An actor as JSON, for work that is done later. */
export const storeActor = (actor: Actor): string => JSON.stringify({ ...actor, permissions: [...actor.permissions] });

/** An actor as they were stored. Their data scopes apply; API scopes were already checked by the call that stored them. */
export const restoreActor = (stored: StoredActor): Actor => ({
  ...stored,
  permissions: new Set(stored.permissions),
  closedTo: () => false,
});

const nobody = {
  dataScopes: [],
  closedTo: () => false,
  sessionId: null,
  tenantId: installation,
  tenantOwner: installation,
  deptId: null,
  orgId: null,
  entId: null,
  accountId: null,
  assessorId: null,
  idNumberHash: null,
  ip: "",
};

/** A caller without a token. */
export const guest = (ip: string, tenantId: string = installation): Actor => ({
  ...nobody,
  tenantId,
  tenantOwner: tenantId,
  userId: "0",
  account: "",
  name: "",
  audience: "public",
  roles: ["guest"],
  permissions: new Set(),
  ip,
});

/** The server acting by itself: timers, jobs, the seed. It has no permissions; code that runs as the server checks none. Its rows belong to the tenant owner. */
export const system: Actor = {
  ...nobody,
  userId: "0",
  account: "system",
  name: "系统",
  audience: "bureau",
  roles: [],
  permissions: new Set(),
};

/** Whether an actor has a permission (button key). */
export const may = (actor: Actor, permission: PermissionKey): boolean => actor.permissions.has(permission);

/** Whether an actor has a right to rows of a resource that is known only at run time. */
export const mayDo = (actor: Actor, resource: ResourceKey, right: Right): boolean =>
  actor.permissions.has(`${resource}_${right}`);

/** @throws ROLE_DENIED */
export function assertPermission(actor: Actor, permission: PermissionKey): void {
  if (!may(actor, permission)) throw new Refusal("ROLE_DENIED");
}

/** @throws ROLE_DENIED */
export function assertRight(actor: Actor, resource: ResourceKey, right: Right): void {
  if (!mayDo(actor, resource, right)) throw new Refusal("ROLE_DENIED");
}

/** @throws ROLE_DENIED where the actor may not take an action of a machine */
export function assertMove<A extends string>(actor: Actor, machine: Machine<string, A>, action: NoInfer<A>): void {
  if (!actor.permissions.has(getPermission(machine, action))) throw new Refusal("ROLE_DENIED");
}

/** Whether an actor has one of the roles. */
export const hasRole = (actor: Pick<Actor, "roles">, ...aliases: RoleAlias[]): boolean =>
  aliases.some((alias) => actor.roles.includes(alias));

/** Whether the actor belongs to the bureau or an institution. What these write to each other about an institution, a class or an assessment is visible to nobody else. */
export const isInside = ({ audience }: Actor): boolean => audience === "bureau" || audience === "institution";

/** Whether the actor is a user of an institution but not its administrator. They see the classes that they teach (own-classes.ts), and submit nothing. */
export const onlyTeacher = (actor: Actor): boolean => actor.audience === "institution" && !hasRole(actor, "orgAdmin");
