import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { Button, Input, Select } from "antd";
import { Suspense, useId, useState } from "react";
import type { ComponentType } from "react";
import { FileList } from "../files/file-list.tsx";
import { isRegion } from "./fields.ts";
import { useFormUploads } from "./form-uploads.ts";
import { plainNumber, wholeNumber } from "./form-values.ts";
import { useLabel } from "../i18n/language.ts";
import { getUnit } from "../format/numbers.ts";
import { RefSelect } from "./ref-select.tsx";
import type { RefSource } from "./ref-source.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useOffered } from "../api/use-offered.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { LateControl } from "./late-control.tsx";
import { useClear } from "../ui/use-clear.tsx";

const Dates = {
  date: lazyPart(() => import("./dates/date-controls.tsx").then(({ DateControl }) => DateControl)),
  datetime: lazyPart(() => import("./dates/date-controls.tsx").then(({ DateTimeControl }) => DateTimeControl)),
  time: lazyPart(() => import("./dates/date-controls.tsx").then(({ TimeControl }) => TimeControl)),
};
const RegionControl = lazyPart(() => import("./region-control.tsx").then(({ RegionControl }) => RegionControl));
const AttachmentControl = lazyPart(() =>
  import("./attachment-control.tsx").then(({ AttachmentControl }) => AttachmentControl),
);
const UploadDialog = lazyPart(() => import("../files/upload-dialog.tsx").then(({ UploadDialog }) => UploadDialog));

/** What every control of a form takes; the form fills in value, onChange and id. */
export interface ControlProps {
  field: Field;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
  id?: string;
  disabled?: boolean;
}
/** A custom control, for a field that needs more than its kind says (regions, a map). */
export type Control = ComponentType<ControlProps>;

interface Props extends ControlProps {
  /** Where a reference is searched. */
  source?: RefSource;
  /** Title of the current reference. */
  title?: string | null;
}

/** The control for a field by its kind. Its value always has the wire format. No limits: they would silently change what is typed or pasted. */
export function FieldControl(props: Props) {
  const { field, source: _source, title: _title, ...control } = props;
  if (isRegion(field))
    return (
      <LateControl id={control.id}>
        <RegionControl {...control} field={field} />
      </LateControl>
    );
  switch (field.kind) {
    case "text":
    case "int":
    case "decimal":
      return <TypedControl {...control} field={field} />;
    case "long":
      return (
        <Input.TextArea
          {...control}
          value={control.value as string | undefined}
          onChange={(event) => control.onChange?.(event.target.value)}
          autoSize={{ minRows: 3, maxRows: 12 }}
        />
      );
    case "date":
    case "datetime":
    case "time": {
      const Picker = Dates[field.kind];
      return (
        <LateControl id={control.id}>
          <Picker {...(control as object)} />
        </LateControl>
      );
    }
    case "code":
    case "codes":
      return <CodeControl {...control} field={field} />;
    case "texts":
      return <TagsControl {...control} field={field} />;
    case "ref":
    case "refs":
      return <RefControl {...props} />;
    case "files":
      return <FilesControl {...props} />;
    default:
      return null;
  }
}

/** A line of text or a number, which is read as its kind is sent. */
function TypedControl({ field, value, onChange, ...control }: ControlProps) {
  const read = readers[field.kind] ?? String;
  return (
    <Input
      {...control}
      value={value as string | undefined}
      onChange={(event) => onChange?.(read(event.target.value))}
      {...(field.kind === "text" && {
        autoComplete: field.writeOnly ? "new-password" : "off",
        type: field.writeOnly ? "password" : "text",
      })}
      inputMode={inputMode(field)}
      suffix={getUnit(field) || undefined}
    />
  );
}
const readers: Partial<Record<Field["kind"], (typed: string) => string | number>> = {
  int: wholeNumber,
  decimal: plainNumber,
};

function inputMode(field: Field): "numeric" | "decimal" | "tel" | "email" | "url" | undefined {
  if (field.kind === "int") return "numeric";
  if (field.kind === "decimal") return "decimal";
  switch (field.format) {
    case "digits":
      return "numeric";
    case "mobile":
      return "tel";
    case "email":
      return "email";
    case "url":
      return "url";
    default:
      return undefined;
  }
}

/** Words that the user types one by one. */
function TagsControl({ field: _field, value, onChange, ...control }: ControlProps) {
  const t = useTexts();
  return (
    <Select
      {...control}
      mode="tags"
      value={(value as string[] | null) ?? []}
      onChange={(words: string[]) => onChange?.(words)}
      open={false}
      suffixIcon={null}
      placeholder={t("form.add1")}
      style={{ width: "100%" }}
    />
  );
}

/** A row of another entity: uploaded, searched, or named by its id where the page does not say where to search. */
function RefControl({ field, source, title, value, onChange, ...control }: Props) {
  if (field.entity === "Attachment")
    return (
      <LateControl id={control.id}>
        <AttachmentControl {...control} value={value as string | null} onChange={onChange} kind={field.upload} />
      </LateControl>
    );
  if (!source)
    return (
      <Input
        {...control}
        value={value as string | undefined}
        onChange={(event) => onChange?.(event.target.value)}
        inputMode="numeric"
      />
    );
  return (
    <RefSelect
      {...control}
      source={source}
      title={title}
      multiple={field.kind === "refs"}
      value={value as string}
      onChange={(chosen) => onChange?.(chosen)}
    />
  );
}

/** A choice from a code list. Disabled values are not offered, except one that the row has already. */
function CodeControl({ field, value, onChange, ...control }: ControlProps) {
  const t = useTexts();
  const clear = useClear();
  const label = useLabel();
  const offered = useOffered();
  const [before] = useState(value);
  return (
    <Select
      {...control}
      mode={field.kind === "codes" ? "multiple" : undefined}
      value={value}
      onChange={(chosen: unknown) => onChange?.(chosen ?? null)}
      options={offered(field.codes, before).map(([code, entry]) => ({ value: code, label: label(entry) }))}
      allowClear={clear}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("form.choose")}
      style={{ width: "100%" }}
    />
  );
}

/** A list of files, changed in a dialog, which opens again where its tab was hidden meanwhile. */
function FilesControl({ field, value, onChange, disabled, id }: ControlProps) {
  const { upload: kind = "any" } = field;
  const t = useTexts();
  const label = useLabel();
  const own = useId();
  const form = useFormUploads();
  const name = id ?? own;
  const [uploads, setUploads] = useState(() => form.find(name));
  const files = (value as FileItem[] | null | undefined) ?? [];
  const close = () => {
    form.end(name);
    setUploads(null);
  };
  return (
    <div id={id} tabIndex={-1}>
      {files.length > 0 && (
        <FileList
          files={files}
          onRemove={disabled ? undefined : (file) => onChange?.(files.filter((one) => one.attId !== file.attId))}
        />
      )}
      <Button onClick={() => setUploads(form.begin(name, kind, files))}>
        {disabled ? t("upload.view") : t("upload.choose")}
      </Button>
      <Suspense fallback={null}>
        {uploads && (
          <UploadDialog
            open
            kind={kind}
            type={disabled ? "view" : undefined}
            title={label(field)}
            value={files}
            uploads={uploads}
            onSubmit={onChange}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
