import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { findUploadIssue } from "@jipei/contract/core/fields/upload-rules.ts";
import { useEffect, useRef, useState } from "react";
import { CallError } from "../api/call-error.ts";
import type { Named } from "../i18n/language.ts";
import { notify } from "../ui/notify.ts";
import { uploadFile } from "./upload.ts";

/** A file that is being sent. One that failed stays in the list, so that it can be sent again. */
export interface Sending {
  key: number;
  file: File;
  /** 0 to 1 */
  share: number;
  issue: Named | null;
  /** Whether sending it again may help; a file that breaks a rule never succeeds. */
  retryable: boolean;
}

let nextKey = 0;

/**
 * Sends files one after another and adds each to the list as it arrives.
 * @param onArrive gets every stored file
 */
export function useUploads(kind: UploadKind, listed: number, onArrive: (file: FileItem) => void, doneText: string) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const stop = useRef<AbortController | null>(null);
  const arrive = useRef(onArrive);
  useEffect(() => {
    arrive.current = onArrive;
  });
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);

  const change = (key: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const forget = (key: number) => setSending((all) => all.filter((one) => one.key !== key));

  const run = (key: number, file: File) => {
    queue.current = queue.current.then(async () => {
      try {
        const stored = await uploadFile(file, kind, (share) => change(key, { share }), stop.current?.signal);
        forget(key);
        arrive.current(stored);
        notify("success", doneText);
      } catch (error) {
        if (stop.current?.signal.aborted) return;
        const issue =
          error instanceof CallError
            ? { zh: error.text("zh"), en: error.text("en") }
            : { zh: "上传失败", en: "Upload failed" };
        change(key, { issue, share: 0, retryable: true });
      }
    });
  };
  return {
    sending,
    add(files: readonly File[]) {
      let count = listed + sending.length;
      for (const file of files) {
        const key = nextKey++;
        const issue = findUploadIssue(kind, count++, file);
        setSending((all) => [...all, { key, file, share: 0, issue, retryable: false }]);
        if (!issue) run(key, file);
      }
    },
    retry({ key, file }: Sending) {
      change(key, { issue: null, share: 0 });
      run(key, file);
    },
    forget,
  };
}
