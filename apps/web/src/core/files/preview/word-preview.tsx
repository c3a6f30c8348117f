import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import { useRef, useState } from "react";
import type { FileBytes } from "./use-bytes.ts";
import { drawDocx } from "./docx-frame.ts";
import { Skeleton } from "../../ui/states.tsx";
import { Unreadable } from "./unreadable.tsx";
import { findUnpackedSize } from "./zip-size.ts";

/** Bytes that a document may unpack to in the browser. */
const mostUnpacked = 200 * 1024 * 1024;

/** A page is as wide as its paper; where there is less room it is made smaller. */
function fit(inside: Document): void {
  const { body, documentElement } = inside;
  body.style.zoom = "1";
  const width = body.scrollWidth;
  body.style.zoom = String(Math.min(1, documentElement.clientWidth / width));
}

/** A Word document, drawn by the browser where the server makes no pages of it: its text, tables and pictures, though not every line where Word has it. */
export default function WordPreview({ file, bytes }: { file: FileItem; bytes: FileBytes }) {
  const [state, setState] = useState<"drawing" | "shown" | "failed">("drawing");
  const started = useRef(false);
  const draw = async (frame: HTMLIFrameElement | null) => {
    const inside = frame?.contentDocument;
    if (!frame || !inside || started.current) return;
    started.current = true;
    try {
      const size = findUnpackedSize(bytes.buffer);
      if (size === null || size > mostUnpacked) throw new Error("too large when unpacked");
      inside.documentElement.lang = "zh";
      await drawDocx(bytes.buffer, inside);
      fit(inside);
      new ResizeObserver(() => fit(inside)).observe(frame);
      setState("shown");
    } catch {
      setState("failed");
    }
  };
  if (state === "failed") return <Unreadable />;
  return (
    <>
      {state === "drawing" && <Skeleton rows={6} />}
      <iframe
        ref={(frame) => void draw(frame)}
        className={state === "shown" ? "preview-frame" : "preview-frame waiting"}
        sandbox="allow-same-origin"
        title={file.fileName}
      />
    </>
  );
}
