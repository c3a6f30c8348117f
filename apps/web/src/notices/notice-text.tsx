import { holdPictures } from "@jipei/contract/notices/pictures.ts";
import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { useEffect, useRef } from "react";
import { invoke } from "../core/api/call-client.ts";
import "./notice-text.css";

/**
 * The text of a notice. It is HTML that the server has cleaned to a short list of harmless elements (sanitise-html.ts); its pictures are fetched as
 * the reader, who may need to be signed in.
 */
export function NoticeText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const urls: string[] = [];
    const abort = new AbortController();
    for (const picture of box.current?.querySelectorAll<HTMLImageElement>("img[data-picture]") ?? [])
      invoke(
        noticeCalls.downloadFile,
        { filename: decodeURIComponent(picture.dataset.picture ?? "") },
        { silent: true, signal: abort.signal },
      ).then(
        ({ blob }) => {
          if (abort.signal.aborted) return;
          const url = URL.createObjectURL(blob);
          urls.push(url);
          picture.src = url;
        },
        // The text beside it says what it shows.
        () => undefined,
      );
    return () => {
      abort.abort();
      urls.forEach((url) => URL.revokeObjectURL(url));
    };
  }, [html]);
  return <div ref={box} className="notice-text" dangerouslySetInnerHTML={{ __html: holdPictures(html) }} />;
}
