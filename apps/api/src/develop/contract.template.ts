import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { type Module, listNames } from "./module.ts";
import { literal } from "./names.ts";

/** The contract file: the entity with its code lists, and its calls. */
export function contractFile(module: Module): string {
  const { entityName, variable, fields, titleZh, titleEn, apiPath, resource } = module;
  const coded = fields.filter(({ kind }) => kind === "code" || kind === "codes");
  const makers = [
    ...new Set([
      ...fields.map(({ kind }) => kind as string),
      ...(coded.length > 0 ? ["codeList"] : []),
      ...(module.lookups.size > 0 ? ["lookup"] : []),
    ]),
  ].sort();
  const named = (flag: "inFilters" | "sortable") =>
    fields.filter((field) => field[flag] === "1").map(({ name }) => literal(name));
  return `import { crudCalls } from '../core/call.ts'
import { type Row, entity } from '../core/entity.ts'
import { ${makers.join(", ")} } from '../core/field.ts'

${coded.map((field) => `${codeListOf(module, field)}\n\n`).join("")}export const ${entityName} = entity(
  ${literal(entityName)},
  ${literal(titleZh)},
  ${literal(titleEn)},
  {
${fields.map((field) => fieldLines(module, field)).join("")}  },
  { title: ${literal(module.title.name)}, filters: [${named("inFilters").join(", ")}], sorts: [${named("sortable").join(", ")}] },
)
export interface ${entityName}Row extends Row<typeof ${entityName}> {}

export const ${variable}Calls = crudCalls(${entityName}, ${literal(apiPath)}, ${literal(resource)}, ['bureau'])
`;
}

function codeListOf({ table, variable }: Module, field: CodeField): string {
  const names = listNames(table, variable, field);
  const entries = (field.codes ?? []).map(
    ({ key, zh, en }) => `  ${literal(key)}: [${literal(zh)}, ${literal(en)}],\n`,
  );
  return `export const ${names.variable} = codeList(${literal(names.name)}, ${literal(field.zh)}, ${literal(field.en)}, {\n${entries.join("")}})`;
}

function fieldLines(module: Module, field: CodeField): string {
  const lookup = module.lookups.get(field.name);
  const target = module.targets.get(field.entity ?? "");
  const words = [literal(field.zh), literal(field.en)];
  const own = `    ${field.name}: ${field.kind}(${[...argumentsOf(module, field), ...words, ...(field.required === "1" ? ["'required'"] : [])].join(", ")}),\n`;
  return lookup && target
    ? `${own}    ${lookup}: lookup(${[literal(field.name), literal(target.name), literal(target.title), ...words].join(", ")}),\n`
    : own;
}

/** What a field is made of, before its labels. */
function argumentsOf({ table, variable }: Module, field: CodeField): string[] {
  switch (field.kind) {
    case "text":
    case "texts":
      return [String(field.length)];
    case "decimal":
      return [String(field.precision), String(field.scale)];
    case "code":
    case "codes":
      return [listNames(table, variable, field).variable];
    case "ref":
    case "refs":
      return [literal(field.entity ?? "")];
    default:
      return [];
  }
}
