import type { ResourceKey } from "@jipei/contract/permissions.ts";
import type { Call } from "@jipei/contract/core/call.ts";
import { type Entity, baseFields } from "@jipei/contract/core/entity.ts";
import type { Page } from "@jipei/contract/core/fields/shape.ts";
import { invoke } from "../core/api/call-client.ts";
import { copy } from "../core/ui/copy.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { type FieldName, getField, getValue } from "../core/form/fields.ts";
import { isBlank } from "../core/form/field-value.tsx";
import { label, useLabel } from "../core/i18n/language.ts";
import "./logs.css";

/** What every log has. */
interface LogRow {
  id: string;
  createTime: string | null;
}

interface Props<E extends Entity, R extends LogRow> {
  entity: E;
  calls: { list: Call<unknown, Page<R>>; detail: Call<{ id: string }, R> };
  resource: ResourceKey;
  columns: readonly FieldName<E>[];
  card: readonly FieldName<E>[];
  view: readonly FieldName<E>[];
  /** Long texts of the detail. */
  texts: readonly FieldName<E>[];
}

/** A log: newest first, by time, with the whole entry in its detail and to be copied. */
export function LogPage<E extends Entity, R extends LogRow>({
  entity,
  calls,
  columns,
  card,
  texts,
  ...props
}: Props<E, R>) {
  const word = useLabel();
  // Of a log the seconds matter.
  const time = {
    key: "createTime",
    title: ["时间", "Time"],
    width: 170,
    render: (row: LogRow) => <span className="numeric">{row.createTime}</span>,
  } as const;
  const [first, ...rest] = columns;
  return (
    <CrudPage
      {...props}
      entity={entity}
      calls={calls}
      columns={first ? [first, time, ...rest] : [time]}
      card={[...card, time]}
      rowActions={(row) => [
        { key: "copy", label: word(["复制", "Copy"]), run: () => void copyRow(entity, calls.detail, row.id) },
      ]}
      below={(row) => (
        <>
          <p className="log-time numeric">
            {word(time.title)} {row.createTime}
          </p>
          {texts.map((name) => (
            <LogText key={name} title={word(getField(entity, name))} text={pretty(getValue(row, name))} />
          ))}
        </>
      )}
    />
  );
}

function LogText({ title, text }: { title: string; text: string }) {
  if (!text) return null;
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      <pre className="log-detail" tabIndex={0}>
        {text}
      </pre>
    </section>
  );
}

/** JSON on several lines; other texts, and JSON that was cut, as they are. */
function pretty(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The whole entry as text, a line for each field. */
async function copyRow(entity: Entity, detail: Call<{ id: string }, object>, id: string): Promise<void> {
  const row = await invoke(detail, { id }).catch(() => null);
  if (!row) return;
  const own = Object.keys(entity.fields).filter((name) => !(name in baseFields) || name === "createTime");
  const lines = own
    .filter((name) => !isBlank(getValue(row, name)))
    .map((name) => `${label(getField(entity, name))}: ${String(getValue(row, name))}`);
  await copy(lines.join("\n"));
}
