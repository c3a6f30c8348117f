import type { EditorConfig } from "@jipei/contract/files/document-editor.ts";
import { useEffect, useRef, useState } from "react";
import { usePhone } from "../../core/ui/use-width.ts";
import { useTexts } from "../texts.ts";
import { loadDocsApi } from "./docs-api.ts";

interface Props {
  script: string;
  config: EditorConfig;
}

/** The editor of the document server, in a frame that its script makes. */
export function EditorFrame({ script, config }: Props) {
  const t = useTexts();
  const phone = usePhone();
  const room = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  useEffect(() => {
    const { current } = room;
    if (!current) return;
    let close = () => {};
    let closed = false;
    // The script puts its frame in place of this element, which React must not know.
    const place = document.createElement("div");
    place.id = `editor-${config.document.key}`;
    current.append(place);
    loadDocsApi(script).then(
      ({ DocEditor }) => {
        if (closed) return;
        const editor = new DocEditor(place.id, {
          ...config,
          type: phone ? "mobile" : "desktop",
          width: "100%",
          height: "100%",
          events: { onDocumentReady: () => setState("ready"), onError: () => setState("failed") },
        });
        close = () => editor.destroyEditor();
      },
      () => setState("failed"),
    );
    return () => {
      closed = true;
      close();
      current.replaceChildren();
      setState("loading");
    };
  }, [script, config, phone]);
  return (
    <>
      {state === "failed" && (
        <p className="document-note" role="alert">
          {t("document.unreachable")}
        </p>
      )}
      <div
        ref={room}
        className={state === "failed" ? "document-room hidden" : "document-room"}
        aria-busy={state === "loading"}
      />
    </>
  );
}
