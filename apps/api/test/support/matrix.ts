import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Call } from "@jipei/contract/core/call.ts";
import { getPermission } from "@jipei/contract/core/machine.ts";
import { type RoleAlias, roleAliases } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";
import type { TestApp } from "./test-app.ts";

export interface Matrix {
  /** A line for each resource: its name, and what each role may do with its rows, in the order of `roles`. */
  table: string;
  /** The list call of each resource. */
  lists: Readonly<Record<string, Call<object, object>>>;
  /** Rights that lead rows of a resource on beside its moves. */
  elsewhere?: Readonly<Record<string, readonly string[]>>;
  /** Machines that are ours, and not in the matrix. */
  ours?: readonly string[];
}

/**
 * Compares the rights of each role, and whose lists are open, with a section of the capability matrix as it is written in the specification.
 * @param getApp the app, once it runs
 */
export function describeMatrix(
  name: string,
  getApp: () => TestApp,
  { table, lists, elsewhere = {}, ours = [] }: Matrix,
): void {
  /** Rights by which rows change their state; a move that is a plain save needs no other right than to save. */
  const movesOf = (resource: string): string[] => [
    ...machines
      .filter((machine) => machine.resource === resource && !ours.includes(machine.name))
      .flatMap((machine) => Object.keys(machine.actions).map((action) => getPermission(machine, action)))
      .filter((key) => key.startsWith(`${resource}_`) && key !== `${resource}_edit`),
    ...(elsewhere[resource] ?? []),
  ];
  describe(name, () => {
    for (const line of table.trim().split("\n")) {
      const [resource, ...cells] = line.trim().split(/\s+/) as [string, ...string[]];
      it(`${resource}: are those of the matrix`, () => {
        assert.equal(cells.length, roleAliases.length);
        const found = roleAliases.map((role, place) => {
          const { permissions } = getApp().as(role).actor;
          const has = (right: string) => permissions.has(`${resource}_${right}`);
          // Which rows L, O and V mean is decided by the scope of each entity.
          const sees = has("view") ? (cells[place]?.[0] ?? "") : "";
          const moves = movesOf(resource).some((key) => permissions.has(key));
          return (
            `${sees}${has("add") ? "C" : ""}${has("edit") ? "E" : ""}${has("delete") ? "D" : ""}${moves ? "T" : ""}` ||
            "-"
          );
        });
        assert.deepEqual(byRole(found), byRole(cells));
      });

      it(`${resource}: opens its list to those alone whose cell is not empty`, async () => {
        const list = lists[resource];
        assert.ok(list, `${resource} has no list`);
        const answers: string[] = [];
        for (const role of roleAliases)
          answers.push(
            (
              await getApp()
                .as(role)
                .attempt(list, {} as never)
            ).errorCode === "ROLE_DENIED"
              ? "-"
              : "open",
          );
        assert.deepEqual(byRole(answers), byRole(cells.map((cell) => (cell === "-" ? "-" : "open"))));
      });
    }
  });
}

const byRole = (cells: readonly string[]) =>
  Object.fromEntries(roleAliases.map((role, place): [RoleAlias, string | undefined] => [role, cells[place]]));
