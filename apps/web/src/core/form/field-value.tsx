import type { Field, FileItem } from "@jipei/contract/core/fields/field.ts";
import { Suspense } from "react";
import type { ReactNode } from "react";
import { formatDate, formatDateTime, formatTime } from "../format/dates.ts";
import { isRegion } from "./fields.ts";
import { useLanguage } from "../i18n/language.ts";
import { formatCount, formatDecimal, formatMoney, isMoney, getUnit } from "../format/numbers.ts";
import { StatusTag, useCodeText } from "../format/status-tag.tsx";
import { useTexts } from "../i18n/core-texts.ts";
import { lazyPart } from "../ui/lazy-part.ts";

const FileList = lazyPart(() => import("../files/file-list.tsx").then(({ FileList }) => FileList));
const RegionText = lazyPart(() => import("./region-control.tsx").then(({ RegionText }) => RegionText));
const AttachmentValue = lazyPart(() =>
  import("./attachment-control.tsx").then(({ AttachmentValue }) => AttachmentValue),
);

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

export const isNumberKind = (field: Field): boolean => field.kind === "int" || field.kind === "decimal";

/** A value that the server has masked. */
export const isMasked = (field: Field, value: unknown): boolean =>
  field.masked !== undefined && typeof value === "string" && value.includes("*");

/** The value of a field as text: for cells, titles of references, announcements. */
export function useFieldText() {
  const codeText = useCodeText();
  useLanguage();
  return (field: Field, value: unknown): string => {
    if (isBlank(value)) return "";
    switch (field.kind) {
      case "code":
        return codeText(field.codes, String(value));
      case "codes":
        return (value as string[]).map((one) => codeText(field.codes, one)).join(" · ");
      case "texts":
      case "refs":
        return (value as string[]).join(" · ");
      case "int":
        return typeof value === "number" && !field.name ? formatCount(value) : String(value);
      case "decimal":
        return isMoney(field) ? formatMoney(String(value)) : formatDecimal(String(value), field.scale);
      case "date":
        return formatDate(String(value));
      case "datetime":
        return formatDateTime(String(value));
      case "time":
        return formatTime(String(value));
      case "files":
        return (value as FileItem[]).map((file) => file.fileName).join(" · ");
      case "data":
        return JSON.stringify(value);
      default:
        return String(value);
    }
  };
}

/**
 * Shows the value of a field: states as tags, numbers with separators, files as links, masked values with a mark.
 * @param unit show the unit behind a number (views do, columns have it in their title)
 */
export function FieldValue({ field, value, unit }: { field: Field; value: unknown; unit?: boolean }): ReactNode {
  const getText = useFieldText();
  const t = useTexts();
  if (isBlank(value)) return <span className="blank">{t("common.none")}</span>;
  if (field.kind === "code" && Object.values(field.codes?.codes ?? {}).some((entry) => entry[2]))
    return <StatusTag codes={field.codes} value={String(value)} />;
  if (field.kind === "files")
    return (
      <Suspense fallback={null}>
        <FileList files={value as FileItem[]} />
      </Suspense>
    );
  if (field.kind === "ref" && field.entity === "Attachment")
    return (
      <Suspense fallback={null}>
        <AttachmentValue id={String(value)} />
      </Suspense>
    );
  if (isRegion(field))
    return (
      <Suspense fallback={String(value)}>
        <RegionText code={String(value)} />
      </Suspense>
    );
  const text = getText(field, value);
  if (isMasked(field, value))
    return (
      <span className="masked" title={t("common.masked")}>
        {text}
        <span className="visually-hidden">{t("common.masked")}</span>
      </span>
    );
  if (isNumberKind(field))
    return (
      <span className="numeric">
        {text}
        {unit && getUnit(field) !== "" && <span className="unit"> {getUnit(field)}</span>}
      </span>
    );
  if (field.kind === "long") return <span className="long-text">{text}</span>;
  if (field.format === "url")
    return /^https?:\/\//i.test(text) ? (
      <a href={text} target="_blank" rel="noreferrer noopener">
        {text}
      </a>
    ) : (
      text
    );
  return text;
}
