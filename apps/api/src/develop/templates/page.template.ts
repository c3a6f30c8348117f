import type { Module } from "../module.ts";
import { literal } from "../names.ts";

const list = (names: readonly string[]) => `[${names.map(literal).join(", ")}]`;

/** The page: a list with its form, in the words of the contract. */
export function pageFile(module: Module): string {
  const { entityName, variable, domain, file, fields, targets, lookups, title, base } = module;
  const columns = [
    ...new Set([
      title.name,
      ...fields.filter((field) => field.inList === "1").map(({ name }) => lookups.get(name) ?? name),
    ]),
    ...(base ? ["remark", "updateTime"] : []),
  ];
  const search = fields.filter(({ inFilters }) => inFilters === "1").map(({ name }) => name);
  const form = [...fields.map(({ name }) => name), ...(base ? ["remark"] : [])];
  const view = [...fields.map(({ name }) => lookups.get(name) ?? name), ...(base ? ["remark", "updateTime"] : [])];
  const sources = fields.flatMap(({ name, entity }) => {
    const target = targets.get(entity ?? "");
    return target
      ? [
          `          ${name}: { entity: ${target.name}, list: ${target.calls}.list${target.hasDetail ? `, detail: ${target.calls}.detail` : ""} },\n`,
        ]
      : [];
  });
  const imports = [...targets.values()]
    .filter(({ name }) => name !== entityName)
    .map(({ name, calls, module: path }) => `import { ${name}, ${calls} } from "@jipei/contract/${path}";\n`);
  return `import { ${variable}Resource } from "@jipei/contract/${domain}/${file}.ts";
${imports.join("")}import { CrudPage } from "../core/crud/crud-page.tsx";

export default function ${entityName}Page() {
  return (
    <CrudPage
      {...${variable}Resource}
      columns={${list(columns)}}
      search={${list(search)}}
      card={${list(columns.slice(0, 3))}}
      form={${list(form)}}
      view={${list(view)}}
${sources.length > 0 ? `      refs={{\n${sources.map((line) => line.slice(2)).join("")}      }}\n` : ""}    />
  );
}
`;
}
