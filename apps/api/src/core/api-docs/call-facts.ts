import type { Call } from "@jipei/contract/core/call.ts";
import type { ErrorCode } from "@jipei/contract/core/errors.ts";
import { type Action, type Machine, getPermission, getTargets } from "@jipei/contract/core/machine.ts";
import { type RoleAlias, roleAliases, roles } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import { defaultPermissions } from "../access/default-rights.ts";
import type { Words } from "./words.ts";

/** What follows from the definition of a call, for its page and for its part of the OpenAPI document. */

/** The button keys that a call asks for; none where everybody may make it, or everybody who is signed in. */
export function getKeys({ access }: Call): readonly string[] {
  if (access === "public" || access === "signedIn") return [];
  return typeof access === "string" ? [access] : access;
}

const rights = new Map(roleAliases.map((alias) => [alias, new Set(defaultPermissions(alias, machines))]));

/** The built-in roles that may make a call until an administrator grants otherwise. */
export const getHolders = (call: Call): RoleAlias[] =>
  roleAliases.filter(
    (alias) =>
      (call.audience?.includes(roles[alias].audience) ?? true) &&
      getKeys(call).some((key) => rights.get(alias)?.has(key)),
  );

/** Rights of plain edits; several machines lend them to moves that are made by saving. */
const plain = /_(add|edit|delete|view)$/;

/** Moves of state machines that a call makes, told by the button keys it asks for. */
export function getMoves(call: Call): [Machine, Action][] {
  if (call.method === "GET") return [];
  const keys = getKeys(call).filter((key) => !plain.test(key));
  return machines.flatMap((machine) =>
    Object.entries<Action>(machine.actions).flatMap(([name, action]): [Machine, Action][] =>
      keys.includes(getPermission(machine, name)) ? [[machine, action]] : [],
    ),
  );
}

/** A move in words: from where to where, and what it asks for. */
export function moveWords(machine: Machine, action: Action): Words {
  const states = (codes: readonly string[], index: 0 | 1) =>
    codes.map((state) => machine.states.codes[state]?.[index] ?? state).join(" / ");
  const notes: Words[] = [
    ...(action.reason ? [["须填写原因", "a reason is needed"] as const] : []),
    ...(action.notOwn ? [["不得审核本人提交的业务", "never for one’s own submission"] as const] : []),
  ];
  const said = (index: 0 | 1) => (notes.length > 0 ? ` (${notes.map((note) => note[index]).join("; ")})` : "");
  return [
    `${machine.zh} · ${action.zh}: ${states(action.from, 0)} → ${states(getTargets(action), 0)}${said(0)}`,
    `${machine.en} · ${action.en}: ${states(action.from, 1)} → ${states(getTargets(action), 1)}${said(1)}`,
  ];
}

/** Refusals that follow from the kind of a call; those of its domain's rules stand at the head of the group and in the list of all. */
export function getRefusals(call: Call): ErrorCode[] {
  const { access, input, style } = call;
  const named = input.shape === "record" && ("id" in input.fields || "ids" in input.fields);
  const moves = getMoves(call);
  const codes: (ErrorCode | false)[] = [
    access !== "public" && "UNAUTHORIZED",
    access !== "public" && (access !== "signedIn" || call.audience !== undefined) && "ROLE_DENIED",
    input.shape !== "none" && "FIELD_INVALID",
    (style === "body" || style === "encrypted") && "BODY_INVALID",
    style === "multipart" && "FILE_TOO_LARGE",
    style === "encrypted" && "ENVELOPE_INVALID",
    style === "encrypted" && "ENVELOPE_REPLAY",
    (named || input.shape === "save") && "NOT_FOUND",
    input.shape === "save" && "VERSION_CONFLICT",
    moves.length > 0 && "STATE_ILLEGAL",
    moves.some(([, action]) => action.notOwn) && "SELF_REVIEW",
    moves.some(([, action]) => action.reason) && "REASON_REQUIRED",
  ];
  return codes.filter((code) => code !== false);
}
