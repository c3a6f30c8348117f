import { tenantId as installation } from "@jipei/contract/auth/auth.ts";
import {
  type DocumentKind,
  type DocumentMode,
  type EditorConfig,
  editorCalls,
} from "@jipei/contract/files/document-editor.ts";
import { createSigner } from "fast-jwt";
import type { Actor } from "../../core/foundation/actor.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { DocumentServer } from "../../core/foundation/settings.ts";
import { makeTicket } from "./tickets.ts";

/** The script by which a page shows the editor. */
export const scriptOf = ({ address }: DocumentServer): string => `${address}/web-apps/apps/api/documents/api.js`;

export interface OpenDocument {
  kind: DocumentKind;
  key: string;
  fileName: string;
  fileType: string;
  storageKey: string;
  mode: DocumentMode;
  language: string;
}

/** The configuration of the editor, signed as a whole: who changes a word of it in the browser is refused by the document server. */
export function signConfig(app: Services, actor: Actor, server: DocumentServer, document: OpenDocument): EditorConfig {
  const { key, fileName, fileType, storageKey, mode, language } = document;
  const config: Omit<EditorConfig, "token"> = {
    documentType: document.kind,
    document: {
      fileType,
      key,
      title: fileName,
      url: addressOf(app, editorCalls.content.path, { ...makeTicket(app, storageKey, fileType) }),
      permissions: { edit: mode === "edit", download: false, print: false },
    },
    editorConfig: {
      mode,
      lang: language === "en" ? "en" : "zh-CN",
      ...(mode === "edit" && { callbackUrl: addressOf(app, editorCalls.callback.path) }),
      user: { id: actor.userId, name: actor.name },
      customization: { forcesave: true, plugins: false, feedback: false },
    },
  };
  return { ...config, token: createSigner({ key: server.secret, algorithm: "HS256", noTimestamp: true })(config) };
}

/** An address of ours, as the document server reaches it. */
function addressOf(
  { settings, tenantId }: Services,
  path: string,
  query: Record<string, string | number> = {},
): string {
  const url = new URL(settings.publicUrl + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  if (tenantId !== installation) url.searchParams.set("tenantId", tenantId);
  return url.href;
}
