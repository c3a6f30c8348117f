import type { Entity } from "@jipei/contract/core/entity.ts";
import { unfitFor, savedViewCalls } from "@jipei/contract/users/saved-view.ts";
import { DeleteOutlined, EditOutlined, LinkOutlined, StarFilled, StarOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useState } from "react";
import type { ComponentType } from "react";
import { useSend } from "../api/use-call.ts";
import { copy } from "../ui/copy.ts";
import { notify } from "../ui/notify.ts";
import { useTexts } from "./texts.ts";
import type { View, Views } from "./use-views.ts";

interface Props {
  entity: Entity;
  views: Views;
  /** What the list shows now, as a view. */
  current: string;
  onOpen: (query: string) => void;
}

/** What the button of the views opens. */
export function ViewsPanel({ entity, views, current, onOpen }: Props) {
  const t = useTexts();
  const { save, remove } = useViewCalls(views.list);
  const [renamed, setRenamed] = useState<string | null>(null);
  const kept = new URLSearchParams(current);
  for (const name of unfitFor(entity, [...kept.keys()])) kept.delete(name);
  const query = kept.toString();
  return (
    <div className="views-panel">
      <NameForm
        label={t("name")}
        button={t("save")}
        onSave={async (name) => {
          const replaced = views.own.find((view) => view.name === name);
          await save.mutateAsync({ list: views.list, name, query, isDefault: replaced?.isDefault ?? "0" });
          onOpen(query);
        }}
      />
      <p className="field-hint">{t("hint")}</p>
      {query !== current && <p className="field-issue">{t("personal")}</p>}
      {views.own.length > 0 && (
        <ul>
          {views.own.map((view) =>
            view.id === renamed ? (
              <li key={view.id}>
                <NameForm
                  label={t("name")}
                  button={t("rename")}
                  initial={view.name}
                  onSave={async (name) => {
                    if (name !== view.name) await save.mutateAsync({ ...view, name });
                    setRenamed(null);
                  }}
                />
              </li>
            ) : (
              <li key={view.id}>
                <button type="button" className="link-button" onClick={() => onOpen(view.query)}>
                  {view.name}
                </button>
                <ViewActions
                  view={view}
                  onDefault={() => save.mutate({ ...view, isDefault: view.isDefault === "1" ? "0" : "1" })}
                  onRename={() => setRenamed(view.id)}
                  onRemove={() => remove(view)}
                />
              </li>
            ),
          )}
        </ul>
      )}
    </div>
  );
}

/** Saving and removing views of a list; a removed one comes back for as long as the message stays. */
function useViewCalls(list: string) {
  const t = useTexts();
  const save = useSend(savedViewCalls.save);
  const removal = useSend(savedViewCalls.remove);
  const remove = async ({ id, name, query, isDefault }: View) => {
    await removal.mutateAsync({ ids: id });
    notify("success", t("removed", { name }), () => save.mutate({ list, name, query, isDefault }));
  };
  return { save, remove: (view: View) => void remove(view) };
}

interface NameProps {
  label: string;
  button: string;
  initial?: string;
  onSave: (name: string) => Promise<void>;
}

/** One field with its button. */
function NameForm({ label, button, initial = "", onSave }: NameProps) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const wanted = name.trim();
  const send = async () => {
    setBusy(true);
    try {
      await onSave(wanted);
      setName("");
    } catch {
      // The message of the refusal is on screen; what was typed stays.
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="view-name"
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted && !busy) void send();
      }}
    >
      <Input
        aria-label={label}
        placeholder={label}
        maxLength={30}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="primary" htmlType="submit" loading={busy} disabled={!wanted}>
        {button}
      </Button>
    </form>
  );
}

interface ActionsProps {
  view: View;
  onDefault: () => void;
  onRename: () => void;
  onRemove: () => void;
}

function ViewActions({ view, onDefault, onRename, onRemove }: ActionsProps) {
  const t = useTexts();
  const { name, query } = view;
  const isDefault = view.isDefault === "1";
  const { origin, pathname } = window.location;
  const actions: readonly [text: string, Icon: ComponentType, run: () => void][] = [
    [isDefault ? t("noDefault", { name }) : t("default", { name }), isDefault ? StarFilled : StarOutlined, onDefault],
    [t("link", { name }), LinkOutlined, () => void copy(`${origin}${pathname}?${query}`)],
    [t("renameOf", { name }), EditOutlined, onRename],
    [t("remove", { name }), DeleteOutlined, onRemove],
  ];
  return (
    <span className="view-actions">
      {actions.map(([text, Icon, run]) => (
        <Button key={text} type="text" size="small" icon={<Icon />} title={text} aria-label={text} onClick={run} />
      ))}
    </span>
  );
}
