import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import type { Audience } from "@jipei/contract/core/call.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import type { DataScopeRule } from "./data-scope.ts";
import { Refusal } from "./refusal.ts";

/** Who makes a call: read from the verified session alone, never from headers or the body. */
export interface Actor {
  /** Row in app_user; '0' for the server itself and for callers without a token. */
  userId: string;
  sessionId: string | null;
  account: string;
  name: string;
  audience: Audience | "public";
  roles: readonly RoleAlias[];
  permissions: ReadonlySet<string>;
  /** What cuts his rows and fields besides the domain's own scope (data-scope.ts). */
  dataScopes: readonly DataScopeRule[];
  /** Ids of the API scopes that his roles hold; left out: none. */
  apiScopes?: readonly string[];
  /** Whether an API scope that he does not hold guards the call of this path. */
  closedTo: (path: string) => boolean;
  tenantId: string;
  /** Tenant in whose schema the call is answered; who belongs to it runs the house. */
  house: string;
  deptId: string | null;
  /** Regions that a user of the bureau is held to (region-scope.ts); left out: to none. */
  regions?: readonly string[];
  /** Institution of an institution user. */
  orgId: string | null;
  /** Department that stands for the enterprise of an enterprise user. */
  entId: string | null;
  /** Student account of a person. */
  accountId: string | null;
  /** Assessor record of an assessor. */
  assessorId: string | null;
  /** Keyed hash of the own ID number: finds the own rows of a person or a teacher. */
  idNumberHash: string | null;
  ip: string;
  /** The screen of his session is locked. */
  locked?: boolean;
  /** His password was made by somebody else: he may do nothing but choose his own. */
  owesPassword?: boolean;
  /** A role of his asks for a second factor that he has yet to set up. */
  owesFactor?: boolean;
  /** Another one as soon as his roles, or what any role may do, have changed: told with every answer, so that the web reads menus and buttons afresh. */
  rightsMark?: string;
}

const nobody = {
  dataScopes: [],
  closedTo: () => false,
  sessionId: null,
  tenantId: installation,
  house: installation,
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
  house: tenantId,
  userId: "0",
  account: "",
  name: "",
  audience: "public",
  roles: ["guest"],
  permissions: new Set(),
  ip,
});

/** The server acting by itself: timers, jobs, the seed. Holds no rights; code that runs as the server checks none. What it writes belongs to the house. */
export const system: Actor = {
  ...nobody,
  userId: "0",
  account: "system",
  name: "系统",
  audience: "bureau",
  roles: [],
  permissions: new Set(),
};

/** Whether an actor holds a button key. */
export const may = (actor: Actor, permission: string): boolean => actor.permissions.has(permission);

/** @throws ROLE_DENIED */
export function mustHold(actor: Actor, permission: string): void {
  if (!may(actor, permission)) throw new Refusal("ROLE_DENIED");
}
/** Whether an actor holds one of the roles. */
export const hasRole = (actor: Actor, ...aliases: RoleAlias[]): boolean =>
  aliases.some((alias) => actor.roles.includes(alias));

/** Bureau and institutions: what they write to each other about an institution, a class or an assessment is for nobody else. */
export const isInside = ({ audience }: Actor): boolean => audience === "bureau" || audience === "institution";

/** A user of an institution who is not its administrator: he sees what he teaches (class-scope.ts), and files nothing. */
export const onlyTeacher = (actor: Actor): boolean => actor.audience === "institution" && !hasRole(actor, "orgAdmin");
