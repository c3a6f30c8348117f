import { deeds } from "@jipei/contract/core/deeds.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { CodeList, Field } from "@jipei/contract/core/field.ts";
import { wordsOf } from "@jipei/contract/core/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { queryKind } from "@jipei/contract/external-data/ext-query.ts";
import { AuditRecord } from "@jipei/contract/logs/audit-record.ts";
import { machines } from "@jipei/contract/machines.ts";

/** What the codes of the history are called. */
export interface Words {
  zh: string;
  en: string;
}
export interface Named extends Words {
  name: string;
}

export const itself = (text: string): Words => ({ zh: text, en: text });

/** Taking the history out is a deed as well. */
const known: readonly Entity<any>[] = [...entities, AuditRecord];
const byName = new Map<string, Entity<any>>(known.map((entity) => [entity.name, entity]));
const machineOf = new Map(machines.map((machine) => [machine.entity, machine]));

/** The entity of a history entry; undefined for what is none. */
export const entityOf = (name: string): Entity<any> | undefined => byName.get(name);

export function kindWords(kind: string): Words {
  const { zh, en } = entityOf(kind) ?? itself(kind);
  return { zh, en };
}

/** Deeds that are no move; a look-up in a register is called as the register. */
const plain: Readonly<Record<string, readonly [zh: string, en: string, colour?: string]>> = {
  ...queryKind.codes,
  ...deeds,
};

/** The move of the machine, else a deed that is none. */
export function deedWords(kind: string, action: string): Words {
  const move = machineOf.get(kind)?.actions[action];
  if (move) return { zh: move.zh, en: move.en };
  const [zh, en] = (Object.hasOwn(plain, action) ? plain[action] : undefined) ?? [action, action];
  return { zh, en };
}

/** A state of the kind's machine, else of the field that has such a code. */
export function stateWords(kind: string, state: string | null): Words | undefined {
  if (state === null) return undefined;
  const fields = Object.values<Field>(entityOf(kind)?.fields ?? {});
  const list =
    machineOf.get(kind)?.states ?? fields.find(({ codes }) => codes && Object.hasOwn(codes.codes, state))?.codes;
  return list ? wordsOf(list as CodeList, state) : itself(state);
}

const sorted = (named: readonly Named[]): Named[] => named.toSorted((a, b) => a.zh.localeCompare(b.zh, "zh-Hans-CN"));

export const kinds: readonly Named[] = sorted(known.map(({ name, zh, en }) => ({ name, zh, en })));

/** Moves of several machines may bear one name; then it is called what the first one says. */
const moves = machines.flatMap((machine) =>
  Object.entries(machine.actions).map(([name, { zh, en }]): [string, readonly [string, string]] => [name, [zh, en]]),
);
export const allDeeds: readonly Named[] = sorted(
  [...new Map([...moves.toReversed(), ...Object.entries(plain)])].map(([name, [zh, en]]) => ({ name, zh, en })),
);

/** As a code list, for the columns of a workbook. */
export const codeListOf = (named: readonly Named[]): CodeList => ({
  name: "",
  zh: "",
  en: "",
  codes: Object.fromEntries(named.map(({ name, zh, en }) => [name, [zh, en]])),
});
