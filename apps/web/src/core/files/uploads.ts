import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { findUploadIssue } from "@jipei/contract/core/fields/upload-rules.ts";
import { CallError } from "../api/call-error.ts";
import type { Named } from "../i18n/language.ts";
import type { uploadFile } from "./upload.ts";

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

/** Whether one of them is on its way still, and has not failed. */
export const isAnySending = (sending: readonly Sending[]): boolean => sending.some(({ issue }) => !issue);

interface UploadsView {
  /** Those that the server has. */
  files: readonly FileItem[];
  sending: readonly Sending[];
}

let nextKey = 0;

/**
 * A list of files, to which more are sent one after another. It knows nothing of React: it goes on while what shows it is away, as the
 * controls in a dialog are whose tab is hidden.
 */
export class Uploads {
  private readonly kind: UploadKind;
  private readonly send: typeof uploadFile;
  private readonly left = new AbortController();
  private readonly listeners = new Set<() => void>();
  private view: UploadsView;
  private queue: Promise<void> = Promise.resolve();

  constructor(kind: UploadKind, files: readonly FileItem[], send: typeof uploadFile) {
    this.kind = kind;
    this.view = { files, sending: [] };
    this.send = send;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  getView = (): UploadsView => this.view;

  /** Whether a file is on its way. */
  isSending = (): boolean => isAnySending(this.view.sending);

  /** @param onArrive called for every file that the server has stored */
  add(files: readonly File[], onArrive: () => void): void {
    for (const file of files) {
      const { files: listed, sending } = this.view;
      const issue = findUploadIssue(this.kind, listed.length + sending.length, file);
      const one = { key: nextKey++, file, share: 0, issue, retryable: false };
      this.change({ sending: [...sending, one] });
      if (!issue) this.run(one, onArrive);
    }
  }

  retry(one: Sending, onArrive: () => void): void {
    this.update(one.key, { issue: null, share: 0 });
    this.run(one, onArrive);
  }

  /** Takes a file that was not sent out of the list. */
  forget(key: number): void {
    this.change({ sending: this.view.sending.filter((one) => one.key !== key) });
  }

  setFiles(files: readonly FileItem[]): void {
    this.change({ files });
  }

  /** Ends what is under way, once nobody waits for it any more. */
  stop(): void {
    this.left.abort();
  }

  private run({ key, file }: Sending, onArrive: () => void): void {
    this.queue = this.queue.then(async () => {
      if (this.left.signal.aborted) return;
      try {
        const stored = await this.send(file, this.kind, (share) => this.update(key, { share }), this.left.signal);
        this.forget(key);
        this.setFiles([...this.view.files, stored]);
        onArrive();
      } catch (error) {
        const issue =
          error instanceof CallError
            ? { zh: error.text("zh"), en: error.text("en") }
            : { zh: "上传失败", en: "Upload failed" };
        this.update(key, { issue, share: 0, retryable: true });
      }
    });
  }

  private update(key: number, part: Partial<Sending>): void {
    this.change({ sending: this.view.sending.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  }

  private change(part: Partial<UploadsView>): void {
    this.view = { ...this.view, ...part };
    for (const listener of this.listeners) listener();
  }
}
