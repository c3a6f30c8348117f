import type { Call } from "@jipei/contract/core/call.ts";
import { Alert, Button, Form } from "antd";
import { useEffect, useRef, useState } from "react";
import { invoke } from "./call-client.ts";
import { CallError } from "./call-error.ts";
import { Dialog } from "./dialog.tsx";
import { draftName, dropDraft, readDraft, saveDraft } from "./draft-store.ts";
import { EntityForm } from "./entity-form.tsx";
import type { EntityFormProps } from "./entity-form.tsx";
import { FailureList } from "./failure-list.tsx";
import { chinaTime, formatDateTime } from "./dates.ts";
import { changedValues, saveInput } from "./form-values.ts";
import type { Values } from "./form-values.ts";
import { useLabel } from "./i18n/language.ts";
import { notify } from "./notify.ts";
import { useSaveGuard } from "./save-guard.ts";
import { useSession } from "./session.ts";
import { useTexts } from "./texts.ts";
import { refreshAfter } from "./use-call.ts";

interface Props extends Omit<EntityFormProps, "form" | "start" | "error" | "onSubmit" | "onChange"> {
  open: boolean;
  title?: string;
  /** Saves the form; gets the changed fields. */
  submit: Call<never, unknown> | Call;
  /** The input of the call, where it is more than the entity's fields (`{ courseDTO, subsidyDTO }`). */
  inputOf?: (input: Values, values: Values) => Values;
  submitText?: string;
  /** What has happened, where it is more than a row added or changed. */
  doneText?: string;
  width?: number;
  /** Asks the server for the row again after someone else has changed it. */
  onReload?: () => void;
  onDone?: (answer: unknown) => void;
  onClose: () => void;
}

const manyFields = 8;

/** Adds or changes a row: a modal up to eight fields, a drawer beyond. Keeps a draft, keeps every value when saving fails. */
export function FormDialog(props: Props) {
  return props.open ? <OpenForm {...props} /> : null;
}

function OpenForm(props: Props) {
  const {
    title,
    entity,
    sections,
    row = null,
    initial,
    submit,
    inputOf,
    submitText,
    doneText,
    width,
    onReload,
    onDone,
    onClose,
  } = props;
  const t = useTexts();
  const nameOf = useLabel();
  const userId = useSession().info?.userId ?? "";
  const guard = useSaveGuard();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [dirty, setDirty] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const names = sections.flatMap((section) => section.fields);
  const draftKey = draftName(userId, entity.name, row ? String(row["id"]) : null);
  const [draft, setDraft] = useState(() => readDraft(draftKey));
  const drafts = useDraftKeeper(draftKey, entity);
  const base = row ?? initial;
  // Only what was typed last time comes back over the row as it is now.
  const start = draft ? { ...base, ...draft.values } : base;

  const change = (values: Values) => {
    setDirty(true);
    drafts.keep(changedValues(names, values, base));
  };
  const save = async (values: Values) => {
    setBusy(true);
    setError(null);
    const input = saveInput(entity, names, values, row);
    try {
      const sent = inputOf ? inputOf(input, values) : input;
      if (!(await guard(submit, sent))) return;
      const answer = await invoke(submit, sent, { silent: true });
      drafts.stop();
      dropDraft(draftKey);
      notify("success", doneText ?? (row ? t("form.updated") : t("form.added")));
      onDone?.(answer);
      onClose();
      await refreshAfter(submit);
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      // Loading the row afresh makes this form anew: what was typed up to now must be in the draft by then.
      drafts.flush();
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  const forget = () => {
    drafts.stop();
    dropDraft(draftKey);
    setDraft(null);
    form.setFieldsValue(Object.fromEntries(names.map((name) => [name, base?.[name] ?? undefined])));
    setDirty(false);
    // The button that was pressed goes with the draft.
    if (names[0]) form.focusField(names[0]);
  };
  const name = nameOf(entity);
  const conflict = error?.errorCode === "VERSION_CONFLICT";
  return (
    <Dialog
      open
      kind={names.length > manyFields ? "drawer" : "modal"}
      title={title ?? (row ? t("form.edit", { name }) : t("form.add", { name }))}
      onClose={onClose}
      onSubmit={() => form.submit()}
      submitText={submitText ?? t("common.save")}
      busy={busy}
      dirty={dirty}
      width={width}
    >
      <EntityForm
        {...props}
        form={form}
        row={row}
        start={start}
        error={error}
        onChange={change}
        onSubmit={(values) => void save(values)}
      >
        {draft && (
          <Alert
            type="info"
            showIcon
            title={t("form.draft", { time: formatDateTime(chinaTime(draft.time)) })}
            action={
              <Button size="small" onClick={forget}>
                {t("form.dropDraft")}
              </Button>
            }
            className="form-note"
          />
        )}
        {conflict ? (
          <Alert
            type="warning"
            showIcon
            title={t("form.conflict")}
            action={
              onReload && (
                <Button size="small" onClick={onReload}>
                  {t("form.reload")}
                </Button>
              )
            }
            className="form-note"
          />
        ) : (
          error &&
          !names.some((name) => error.fields[name]) && (
            <div className="form-note">
              <FailureList error={error} />
            </div>
          )
        )}
        {props.children}
      </EntityForm>
    </Dialog>
  );
}

/** Writes the draft half a second after the last key, and at once when the dialog goes away before. */
function useDraftKeeper(key: string, entity: EntityFormProps["entity"]) {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);
  const stop = () => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  };
  const flush = () => {
    waiting.current?.write();
    stop();
  };
  useEffect(() => flush, []);
  const keep = (values: Values) => {
    stop();
    const write = () => saveDraft(key, entity, values);
    waiting.current = { timer: setTimeout(write, 500), write };
  };
  return { keep, stop, flush };
}
