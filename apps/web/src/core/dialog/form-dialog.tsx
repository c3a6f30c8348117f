import type { Call } from "@jipei/contract/core/call.ts";
import type { Entity, Save } from "@jipei/contract/core/entity.ts";
import { Alert, Button, Form } from "antd";
import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { invoke } from "../api/call-client.ts";
import type { CallError } from "../api/call-error.ts";
import type { InputOf } from "../api/call-input.ts";
import { useAttempt } from "../api/use-attempt.ts";
import { refreshAfter } from "../api/refresh-after.ts";
import { EntityForm } from "../form/entity-form.tsx";
import type { EntityFormProps } from "../form/entity-form.tsx";
import { newRow, restored } from "../form/drafts/draft-store.ts";
import { getId, getValue } from "../form/fields.ts";
import type { FormValues } from "../form/fields.ts";
import { FormUploadsContext, useNewFormUploads } from "../form/form-uploads.ts";
import { changedValues, saveInput } from "../form/form-values.ts";
import type { Values } from "../form/form-values.ts";
import { useSaveGuard } from "../form/save-guard.ts";
import { type Draft, useDraft } from "../form/drafts/use-draft.ts";
import { chinaTime, formatDateTime } from "../format/dates.ts";
import { useIsGone } from "../page/use-is-gone.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useLabel } from "../i18n/language.ts";
import { notify } from "../ui/notify.ts";
import { Dialog } from "./dialog.tsx";
import { FailureList } from "./failure-list.tsx";

export interface FormDialogProps<E extends Entity, S> extends Omit<
  EntityFormProps<E>,
  "form" | "start" | "error" | "onSubmit" | "onChange"
> {
  open: boolean;
  title?: string;
  /** Saves the form; gets the changed fields. */
  submit: Call<S, unknown>;
  /** The input of the call, where it is more than the entity's fields (`{ courseDTO, subsidyDTO }`). */
  inputOf?: (input: Save<E>, values: FormValues<E>) => InputOf<S>;
  /** Tells what the form is about from others of its entity, where no id of the row and no value of a new one does: their drafts are kept apart. */
  draftOf?: string;
  submitText?: string;
  /** The message after saving, where it is more than a row added or changed. */
  doneText?: string;
  width?: number;
  /** Asks the server for the row again after someone else has changed it. */
  onReload?: () => void;
  onDone?: (answer: unknown) => void;
  onClose: () => void;
}

const manyFields = 8;

/** Adds or changes a row: a modal up to eight fields, a drawer beyond. Stores a draft, and keeps every value when saving fails. */
export function FormDialog<E extends Entity, S>(props: FormDialogProps<E, S>) {
  return props.open ? <OpenForm {...props} /> : null;
}

function OpenForm<E extends Entity, S>(props: FormDialogProps<E, S>) {
  const { title, entity, sections, row = null, initial, locked, submitText, width, onReload, onClose } = props;
  const t = useTexts();
  const getName = useLabel();
  const [form] = Form.useForm<Values>();
  const [dirty, setDirty] = useState(false);
  const names = sections.flatMap((section) => section.fields);
  const base = row ?? initial;
  const draft = useDraft(entity, useDraftOf(props));
  const { busy, error, save } = useSave(props, draft);
  // Only the entries of last time are put over the row as it is now.
  const open = names.filter((one) => !locked?.includes(one));
  const start = (draft.read ? { ...base, ...restored(draft.read, open) } : base) as FormValues<E> | undefined;
  const change = (values: FormValues<E>) => {
    setDirty(true);
    draft.keep(changedValues(names, values, base));
  };
  const forget = () => {
    draft.drop();
    form.setFieldsValue(Object.fromEntries(names.map((name) => [name, (base && getValue(base, name)) ?? undefined])));
    setDirty(false);
    // The draft includes which button was pressed.
    if (names[0]) form.focusField(names[0]);
  };
  const uploads = useNewFormUploads();
  const isSending = useSyncExternalStore(uploads.subscribe, uploads.isBusy);
  const name = getName(entity);
  return (
    <Dialog
      open
      kind={names.length > manyFields ? "drawer" : "modal"}
      title={title ?? (row ? t("form.edit", { name }) : t("form.add", { name }))}
      onClose={onClose}
      onSubmit={() => form.submit()}
      submitText={submitText ?? t("common.save")}
      busy={busy}
      dirty={dirty || isSending}
      keeps
      width={width}
    >
      <FormUploadsContext value={uploads}>
        <EntityForm
          {...props}
          form={form}
          row={row}
          start={start}
          error={error}
          onChange={change}
          onSubmit={(values) => void save(values)}
          refusal={error && <Refusal error={error} names={names} onReload={onReload} />}
        >
          {draft.read && (
            <FormNote
              type="info"
              text={t("form.draft", { time: formatDateTime(chinaTime(draft.read.time)) })}
              action={t("form.dropDraft")}
              onAction={forget}
            />
          )}
          {props.children}
        </EntityForm>
      </FormUploadsContext>
    </Dialog>
  );
}

/** What the form is about, for its draft. */
function useDraftOf<E extends Entity, S>({ entity, row, initial, draftOf }: FormDialogProps<E, S>): string {
  const { pathname } = useLocation();
  return row ? (draftOf ?? getId(row)) : newRow(entity, [pathname, draftOf].filter(Boolean).join(" "), initial);
}

/** Saves what the form sends; @param draft stores the entries until the server has accepted them */
function useSave<E extends Entity, S>(props: FormDialogProps<E, S>, draft: Draft) {
  const { entity, sections, row = null, submit, inputOf, doneText, onDone, onClose } = props;
  const t = useTexts();
  const guard = useSaveGuard();
  const { busy, error, attempt } = useAttempt();
  const isGone = useIsGone();
  const names = sections.flatMap((section) => section.fields);
  const send = async (values: FormValues<E>) => {
    const input = saveInput(entity, names, values, row);
    // The rules of the form have validated every value against the contract.
    const sent = (inputOf ? inputOf(input as Save<E>, values) : input) as InputOf<S>;
    if (!(await guard(submit, sent))) return;
    const answer = await invoke(submit, sent, { silent: true });
    draft.drop();
    notify("success", doneText ?? (row ? t("form.updated") : t("form.added")));
    if (!isGone()) {
      onDone?.(answer);
      onClose();
    }
    await refreshAfter(submit);
  };
  const save = (values: FormValues<E>) =>
    attempt(() =>
      send(values).catch((problem: unknown) => {
        // Reloading the row makes a new form: the entries up to now must be in the draft by then.
        draft.flush();
        throw problem;
      }),
    );
  return { busy, error, save };
}

interface NoteProps {
  type: "info" | "warning";
  text: string;
  action: string;
  onAction?: () => void;
}

function FormNote({ type, text, action, onAction }: NoteProps) {
  const button = onAction && (
    <Button size="small" onClick={onAction}>
      {action}
    </Button>
  );
  return <Alert type={type} showIcon title={text} action={button} className="form-note" />;
}

interface RefusalProps {
  error: CallError;
  names: readonly string[];
  onReload?: () => void;
}

/** Why the server refused the form, unless that is shown at its fields. */
function Refusal({ error, names, onReload }: RefusalProps) {
  const t = useTexts();
  if (error.errorCode === "VERSION_CONFLICT")
    return <FormNote type="warning" text={t("form.conflict")} action={t("form.reload")} onAction={onReload} />;
  if (names.some((name) => error.fields[name])) return null;
  return (
    <div className="form-note">
      <FailureList error={error} />
    </div>
  );
}
