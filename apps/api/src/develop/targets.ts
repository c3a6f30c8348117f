import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { AnyResource } from "@jipei/contract/entities.ts";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import { sources } from "./sources.ts";

/** An entity that a generated field may refer to, and where its parts are. */
export interface Target {
  name: string;
  zh: string;
  en: string;
  table: string;
  /** The title field of the entity. */
  title: string;
  /** Module of the contract, below packages/contract/src. */
  module: string;
  /** Name under which the module has its calls. */
  calls: string;
  hasDetail: boolean;
}

/** Entities that no field may refer to: their rows make no sense outside their domain, or belong to the installation. */
const own = new Set([
  "Attachment",
  "Code",
  "Datasource",
  "Lesson",
  "Notice",
  "OrganisationDocument",
  "OrganisationTeacher",
  "Parameter",
  "Registration",
  "SignIn",
  "SmsMessage",
  "User",
]);

let known: Promise<readonly Target[]> | undefined;
/** Entities with a list of their own and a plain title. */
export const targets = (): Promise<readonly Target[]> => (known ??= readTargets());

async function readTargets(): Promise<readonly Target[]> {
  const text = sources.read("packages/contract/src/entities.ts") ?? "";
  const modules = [...text.matchAll(/^import \{ ([\w, ]+) \} from "\.\/([\w/.-]+)";$/gm)];
  const found = await Promise.all(
    modules.map(async ([, names = "", module = ""]) => {
      const exported = (await import(`@jipei/contract/${module}`)) as Record<string, unknown>;
      return names.split(", ").flatMap((name) => findTarget(exported, name, module) ?? []);
    }),
  );
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

function findTarget(exported: Record<string, unknown>, name: string, module: string): Target | null {
  const stated = exported[name] as Entity | AnyResource | undefined;
  const entity = stated && "entity" in stated ? stated.entity : stated;
  const title = (entity?.fields as Record<string, Field> | undefined)?.[entity?.title ?? ""];
  if (
    !entity ||
    !title ||
    own.has(entity.name) ||
    title.kind !== "text" ||
    title.lookup ||
    title.derived ||
    title.encrypted ||
    title.masked
  )
    return null;
  const calls = Object.entries(exported).find(
    ([, value]) => (value as { list?: Call } | null)?.list?.name === `${entity.name}.list`,
  );
  if (!calls) return null;
  const { detail } = calls[1] as { detail?: Call };
  return {
    name: entity.name,
    zh: entity.zh,
    en: entity.en,
    table: entity.table,
    title: entity.title,
    module,
    calls: calls[0],
    hasDetail: detail?.name === `${entity.name}.detail`,
  };
}

/** The entity a table belongs to. */
export const entityOfTable = async (): Promise<(table: string) => string | null> => {
  const all = await targets();
  return (table) => all.find((target) => target.table === table)?.name ?? null;
};
