import type { Grantor, RoleFacts } from "../../access/access.queries.ts";
import type { FieldName } from "@jipei/contract/core/entity.ts";
import type { User } from "@jipei/contract/users/user.ts";
import type { Actor } from "../../core/foundation/actor.ts";

export type UserField = FieldName<typeof User>;

/** What the checks and the writing of an import of users need to know. */
export interface UserImport {
  actor: Actor;
  grantor: Grantor;
  /** By name and by alias. */
  roles: ReadonlyMap<string, RoleFacts>;
  /** Ids of the roles that only two administrators grant together. */
  byTwo: readonly string[];
  /** Whether existing users are changed. */
  covers: boolean;
}
