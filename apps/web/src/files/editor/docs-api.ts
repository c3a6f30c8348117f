import type { EditorConfig } from "@jipei/contract/files/document-editor.ts";

/** What the script of a document server puts on the page. */
interface DocsApi {
  DocEditor: new (id: string, config: EditorConfig & Local) => { destroyEditor(): void };
}
/** What this page adds to the signed configuration: how it is laid out, and what it wants to hear. */
interface Local {
  type: "desktop" | "mobile";
  width: string;
  height: string;
  events: { onDocumentReady: () => void; onError: () => void };
}

declare global {
  interface Window {
    DocsAPI?: DocsApi;
  }
}

/** Fetches the script of the document server, which this page alone may load. @throws where it cannot be reached */
export async function loadDocsApi(address: string): Promise<DocsApi> {
  if (!window.DocsAPI)
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error("the document server cannot be reached"));
      document.head.append(script);
    });
  if (!window.DocsAPI) throw new Error("the document server has no editor");
  return window.DocsAPI;
}
