import { auditActions } from "@jipei/contract/core/audit-actions.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { CodeList, Field } from "@jipei/contract/core/fields/field.ts";
import { getLabels } from "@jipei/contract/core/fields/field.ts";
import { entities } from "@jipei/contract/entities.ts";
import { queryKind } from "@jipei/contract/external-data/ext-query.ts";
import { AuditRecord } from "@jipei/contract/logs/audit-record.ts";
import { machines } from "@jipei/contract/machines.ts";

/** The label of a code of the history, in both languages. */
export interface Words {
  zh: string;
  en: string;
}
export interface Named extends Words {
  name: string;
}

export const itself = (text: string): Words => ({ zh: text, en: text });

/** With the history itself, since its export is an audit action too. */
const known: readonly Entity[] = [...entities, AuditRecord];
const byName = new Map<string, Entity>(known.map((entity) => [entity.name, entity]));
const machineOf = new Map(machines.map((machine) => [machine.entity, machine]));

/** The entity of a history entry; undefined where the entry is not about an entity. */
export const findEntity = (name: string): Entity | undefined => byName.get(name);

export function kindWords(kind: string): Words {
  const { zh, en } = findEntity(kind) ?? itself(kind);
  return { zh, en };
}

/** Audit actions that are not a move of a machine; a look-up in a register has the name of the register. */
const plain: Readonly<Record<string, readonly [zh: string, en: string, colour?: string]>> = {
  ...queryKind.codes,
  ...auditActions,
};

/** Labels of an audit action: of the machine's move, else of an action that is no move. */
export function auditActionLabels(kind: string, action: string): Words {
  const move = machineOf.get(kind)?.actions[action];
  if (move) return { zh: move.zh, en: move.en };
  const [zh, en] = (Object.hasOwn(plain, action) ? plain[action] : undefined) ?? [action, action];
  return { zh, en };
}

/** The label of a state: of the kind's machine, else of the field that has such a code. */
export function stateWords(kind: string, state: string | null): Words | undefined {
  if (state === null) return undefined;
  const fields = Object.values<Field>(findEntity(kind)?.fields ?? {});
  const list =
    machineOf.get(kind)?.states ?? fields.find(({ codes }) => codes && Object.hasOwn(codes.codes, state))?.codes;
  return list ? getLabels(list as CodeList, state) : itself(state);
}

const sorted = (named: readonly Named[]): Named[] => named.toSorted((a, b) => a.zh.localeCompare(b.zh, "zh-Hans-CN"));

export const kinds: readonly Named[] = sorted(known.map(({ name, zh, en }) => ({ name, zh, en })));

/** Several machines may have a move of the same name; then the label of the first one is used. */
const moves = machines.flatMap((machine) =>
  Object.entries(machine.actions).map(([name, { zh, en }]): [string, readonly [string, string]] => [name, [zh, en]]),
);
export const allAuditActions: readonly Named[] = sorted(
  [...new Map([...moves.toReversed(), ...Object.entries(plain)])].map(([name, [zh, en]]) => ({ name, zh, en })),
);

/** As a code list, for the columns of a workbook. */
export const getCodeList = (named: readonly Named[]): CodeList => ({
  name: "",
  zh: "",
  en: "",
  codes: Object.fromEntries(named.map(({ name, zh, en }) => [name, [zh, en]])),
});
