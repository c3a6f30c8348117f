import type { DataScopeRule } from "../../core/foundation/actor.ts";
import type { Words } from "../../core/foundation/texts/words.ts";

/** The rights of a group of users at one moment, by key. The key of a data scope includes its rule, so that a changed rule counts as another scope. */
export interface GroupRights {
  menus: ReadonlyMap<string, Words>;
  buttons: ReadonlyMap<string, Words>;
  scopes: ReadonlyMap<string, Words>;
  calls: ReadonlyMap<string, Words>;
  rules: readonly DataScopeRule[];
  permissions: ReadonlySet<string>;
  byRegion: boolean;
}
