import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { UploadKind } from "@jipei/contract/core/fields/upload-rules.ts";
import { createContext, use, useState } from "react";
import type { Uploads } from "../files/uploads.ts";
import { newUploads } from "../files/use-uploads.ts";
import { useLastingEffect } from "../page/use-lasting-effect.ts";

/**
 * Uploads of the fields of a form. They belong to the form and not to its controls, which a dialog unmounts while its tab is hidden; and the
 * form is not saved before they have arrived.
 */
export class FormUploads {
  private readonly fields = new Map<string, Uploads>();
  private readonly listeners = new Set<() => void>();

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Whether a file of any field is on its way. */
  isBusy = (): boolean => [...this.fields.values()].some((uploads) => uploads.isSending());

  /** Whether a file of the field is on its way. */
  isSending = (name: string): boolean => this.find(name)?.isSending() ?? false;

  find(name: string): Uploads | null {
    return this.fields.get(name) ?? null;
  }

  begin(name: string, kind: UploadKind, files: readonly FileItem[]): Uploads {
    const uploads = newUploads(kind, files);
    uploads.subscribe(() => this.notify());
    this.fields.set(name, uploads);
    return uploads;
  }

  end(name: string): void {
    this.find(name)?.stop();
    this.fields.delete(name);
    this.notify();
  }

  stop(): void {
    for (const uploads of this.fields.values()) uploads.stop();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The uploads of the form around a control; null outside of forms. */
export const FormUploadsContext = createContext<FormUploads | null>(null);

/** Uploads of a form of its own. */
export function useNewFormUploads(): FormUploads {
  const [uploads] = useState(() => new FormUploads());
  useLastingEffect(() => () => uploads.stop(), [uploads]);
  return uploads;
}

/** Those of the form around, or its own. */
export function useFormUploads(): FormUploads {
  const own = useNewFormUploads();
  return use(FormUploadsContext) ?? own;
}
