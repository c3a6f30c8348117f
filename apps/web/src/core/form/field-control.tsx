import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { Button, Input, Select } from "antd";
import { Suspense, useState } from "react";
import type { ComponentType } from "react";
import { FileList } from "../files/file-list.tsx";
import { isRegion } from "./fields.ts";
import { plainNumber, wholeNumber } from "./form-values.ts";
import { useLabel } from "../i18n/language.ts";
import { getUnit } from "../format/numbers.ts";
import { RefSelect } from "./ref-select.tsx";
import type { RefSource } from "./ref-source.ts";
import { useTexts } from "../i18n/core-texts.ts";
import { useOffered } from "../api/use-offered.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import { LateControl } from "./late-control.tsx";

const Dates = {
  date: lazyPart(() => import("./date-controls.tsx").then(({ DateControl }) => DateControl)),
  datetime: lazyPart(() => import("./date-controls.tsx").then(({ DateTimeControl }) => DateTimeControl)),
  time: lazyPart(() => import("./date-controls.tsx").then(({ TimeControl }) => TimeControl)),
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
  uploadKind?: UploadKind;
}

/** The control for a field by its kind. Its value always has the wire format. No limits: they would silently change what is typed or pasted. */
export function FieldControl(props: Props) {
  const { field, source, title, uploadKind, ...control } = props;
  const t = useTexts();
  const text = control as {
    value?: string;
    onChange?: (value: unknown) => void;
    id?: string;
    disabled?: boolean;
    onBlur?: () => void;
  };
  if (isRegion(field))
    return (
      <LateControl id={control.id}>
        <RegionControl {...control} field={field} />
      </LateControl>
    );
  switch (field.kind) {
    case "text":
      return (
        <Input
          {...text}
          onChange={(event) => control.onChange?.(event.target.value)}
          autoComplete={field.writeOnly ? "new-password" : "off"}
          type={field.writeOnly ? "password" : "text"}
          inputMode={inputMode(field)}
          suffix={getUnit(field) || undefined}
        />
      );
    case "long":
      return (
        <Input.TextArea
          {...text}
          onChange={(event) => control.onChange?.(event.target.value)}
          autoSize={{ minRows: 3, maxRows: 12 }}
        />
      );
    case "int":
      return (
        <Input
          {...text}
          onChange={(event) => control.onChange?.(wholeNumber(event.target.value))}
          inputMode="numeric"
          suffix={getUnit(field) || undefined}
        />
      );
    case "decimal":
      return (
        <Input
          {...text}
          onChange={(event) => control.onChange?.(plainNumber(event.target.value))}
          inputMode="decimal"
          suffix={getUnit(field) || undefined}
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
      return (
        <Select
          {...(control as object)}
          mode="tags"
          value={(control.value as string[] | null) ?? []}
          onChange={(value: string[]) => control.onChange?.(value)}
          open={false}
          suffixIcon={null}
          placeholder={t("form.add1")}
          style={{ width: "100%" }}
        />
      );
    case "ref":
    case "refs":
      if (field.entity === "Attachment")
        return (
          <LateControl id={control.id}>
            <AttachmentControl {...(control as object)} kind={uploadKind} />
          </LateControl>
        );
      if (!source)
        return <Input {...text} onChange={(event) => control.onChange?.(event.target.value)} inputMode="numeric" />;
      return (
        <RefSelect
          {...(control as object)}
          source={source}
          title={title}
          multiple={field.kind === "refs"}
          value={control.value as string}
          onChange={(value) => control.onChange?.(value)}
        />
      );
    case "files":
      return <FilesControl {...props} />;
    default:
      return null;
  }
}

function inputMode(field: Field): "numeric" | "tel" | "email" | "url" | undefined {
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

/** A choice from a code list. Disabled values are not offered, except one that the row has already. */
function CodeControl({ field, value, onChange, ...control }: ControlProps) {
  const t = useTexts();
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
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder={t("form.choose")}
      style={{ width: "100%" }}
    />
  );
}

function FilesControl({ field, value, onChange, disabled, id, uploadKind = "any" }: Props) {
  const t = useTexts();
  const label = useLabel();
  const [open, setOpen] = useState(false);
  const files = (value as FileItem[] | null | undefined) ?? [];
  return (
    <div id={id} tabIndex={-1}>
      {files.length > 0 && (
        <FileList
          files={files}
          onRemove={disabled ? undefined : (file) => onChange?.(files.filter((one) => one.attId !== file.attId))}
        />
      )}
      <Button onClick={() => setOpen(true)}>{disabled ? t("upload.view") : t("upload.choose")}</Button>
      <Suspense fallback={null}>
        {open && (
          <UploadDialog
            open
            kind={uploadKind}
            type={disabled ? "view" : undefined}
            title={label(field)}
            value={files}
            onSubmit={onChange}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
