import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { Page } from "@jipei/contract/core/shape.ts";
import { invoke } from "../core/call-client.ts";
import { copyText } from "../core/copy-text.ts";
import { CrudPage } from "../core/crud-page.tsx";
import type { FieldName } from "../core/crud-page-props.ts";
import { fieldOf } from "../core/fields.ts";
import { label, useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/notify.ts";
import "./logs.css";

type LogRow = Record<string, unknown> & { id: string; createTime: string };

interface Props<E extends Entity> {
  entity: E;
  calls: { list: Call<any, Page<any>>; detail: Call<{ id: string }, any> };
  resource: string;
  columns: readonly FieldName<E>[];
  card: readonly FieldName<E>[];
  view: readonly FieldName<E>[];
  /** Long texts of the detail. */
  texts: readonly FieldName<E>[];
}

/** A log: newest first, by time, with the whole entry in its detail and to be copied. */
export function LogPage<E extends Entity>({ entity, calls, columns, card, texts, ...props }: Props<E>) {
  const word = useLabel();
  // Of a log the seconds matter.
  const time = {
    field: "createTime",
    title: ["时间", "Time"] as const,
    width: 170,
    render: (row: LogRow) => <span className="numeric">{row.createTime}</span>,
  };
  const [first, ...rest] = columns;
  return (
    <CrudPage<E, LogRow>
      {...props}
      entity={entity}
      calls={calls as never}
      columns={[first as FieldName<E>, time, ...rest]}
      card={[...card, time]}
      rowActions={(row) => [
        { key: "copy", label: word(["复制", "Copy"]), run: () => void copy(entity, calls.detail, row.id) },
      ]}
      below={(row) => (
        <>
          <p className="log-time numeric">
            {word(time.title)} {row.createTime}
          </p>
          {texts.map((name) => (
            <LogText key={name} title={word(fieldOf(entity, name))} text={pretty(row[name])} />
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
async function copy(entity: Entity, detail: Call<{ id: string }, any>, id: string): Promise<void> {
  const row = (await invoke(detail, { id }).catch(() => null)) as LogRow | null;
  if (!row) return;
  const own = Object.keys(entity.fields).filter(
    (name) => !["id", "createUser", "createDept", "updateUser", "updateTime", "version", "remark"].includes(name),
  );
  const lines = own.flatMap((name) =>
    row[name] === null || row[name] === undefined || row[name] === ""
      ? []
      : [`${label(fieldOf(entity, name))}: ${String(row[name])}`],
  );
  if (await copyText(lines.join("\n"))) notify("success", label(["复制成功", "Copied"]));
  else notify("error", label(["浏览器不允许复制", "The browser does not let us copy"]));
}
