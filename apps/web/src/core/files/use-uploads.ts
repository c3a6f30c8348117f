import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { useState, useSyncExternalStore } from "react";
import { useTexts } from "../i18n/core-texts.ts";
import { useLastingEffect } from "../page/use-lasting-effect.ts";
import { notify } from "../ui/notify.ts";
import { uploadFile } from "./upload.ts";
import { type Sending, Uploads, isAnySending } from "./uploads.ts";

export const newUploads = (kind: UploadKind, files: readonly FileItem[]): Uploads =>
  new Uploads(kind, files, uploadFile);

/** Uploads of a component: they go on while its tab is hidden, and end with it. */
export function useOwnUploads(kind: UploadKind, files: readonly FileItem[]): Uploads {
  const [uploads] = useState(() => newUploads(kind, files));
  useLastingEffect(() => () => uploads.stop(), [uploads]);
  return uploads;
}

/** What a component shows of uploads, and what it may do with them. */
export function useUploads(uploads: Uploads) {
  const t = useTexts();
  const view = useSyncExternalStore(uploads.subscribe, uploads.getView);
  const arrived = () => notify("success", t("upload.done"));
  return {
    ...view,
    isSending: isAnySending(view.sending),
    add: (files: readonly File[]) => uploads.add(files, arrived),
    retry: (one: Sending) => uploads.retry(one, arrived),
    forget: (key: number) => uploads.forget(key),
    setFiles: (files: readonly FileItem[]) => uploads.setFiles(files),
  };
}
