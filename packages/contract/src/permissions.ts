import type { ActionKey, MatrixKey } from "./capabilities.ts";
import type { MachineKey } from "./machines.ts";

/**
 * The permissions (button keys) that handlers and pages may ask for: those that the matrix gives some role, those of moves, and those of actions
 * beside them. Another one does not compile.
 */
export type PermissionKey = MatrixKey | MachineKey | ActionKey;

// Pages take these types from here: a page may not import the matrix, whose values would come along.
export type { ResourceKey, Right } from "./capabilities.ts";
