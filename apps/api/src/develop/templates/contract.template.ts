import type { CodeField } from "@jipei/contract/develop/code-field.ts";
import { roleAliases } from "@jipei/contract/core/roles.ts";
import { type Module, listNames } from "../module.ts";
import { literal } from "../names.ts";

/**
 * The contract file: the entity with its code lists, its calls, rights, menu entry and page.
 * @param menuNo number of the menu entry
 */
export function contractFile(module: Module, menuNo: string): string {
  const { entityName, variable, fields, titleZh, titleEn, apiPath, webPath, resource } = module;
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
  return `import { type Row, entity } from "../core/entity.ts";
import { ${makers.join(", ")} } from "../core/fields/field.ts";
import { resource } from "../core/resource.ts";

${coded.map((field) => `${getCodeList(module, field)}\n\n`).join("")}export const ${entityName} = entity(
  ${literal(entityName)},
  ${literal(titleZh)},
  ${literal(titleEn)},
  {
${fields.map((field) => fieldLines(module, field)).join("")}  },
  { title: ${literal(module.title.name)}, filters: [${named("inFilters").join(", ")}], sorts: [${named("sortable").join(", ")}] },
);
export interface ${entityName}Row extends Row<typeof ${entityName}> {}

export const ${variable}Resource = resource(${entityName}, {
  resource: ${literal(resource)},
  path: ${literal(apiPath)},
  audience: ["bureau"],
  page: ${literal(webPath)},
  menu: { no: ${literal(menuNo)}, roles: ["sysAdmin"], icon: "folder" },
  rights: ${literal(firstRights)},
  audited: true,
});
export const ${variable}Calls = ${variable}Resource.calls;
`;
}

/** At first only the system administrator has the rights, and grants them to others on the page of roles. */
const firstRights = roleAliases.map((alias) => (alias === "sysAdmin" ? "LCED" : "-")).join(" ");

function getCodeList({ table, variable }: Module, field: CodeField): string {
  const names = listNames(table, variable, field);
  const entries = (field.codes ?? []).map(
    ({ key, zh, en }) => `  ${literal(key)}: [${literal(zh)}, ${literal(en)}],\n`,
  );
  return `export const ${names.variable} = codeList(${literal(names.name)}, ${literal(field.zh)}, ${literal(field.en)}, {\n${entries.join("")}});`;
}

function fieldLines(module: Module, field: CodeField): string {
  const lookup = module.lookups.get(field.name);
  const target = module.targets.get(field.entity ?? "");
  const words = [literal(field.zh), literal(field.en)];
  const own = `    ${field.name}: ${field.kind}(${[...getArguments(module, field), ...words, ...(field.required === "1" ? ['"required"'] : [])].join(", ")}),\n`;
  return lookup && target
    ? `${own}    ${lookup}: lookup(${[literal(field.name), literal(target.name), literal(target.title), ...words].join(", ")}),\n`
    : own;
}

/** What a field is made of, before its labels. */
function getArguments({ table, variable }: Module, field: CodeField): string[] {
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
