import { DownOutlined, MinusOutlined, PlusOutlined, UpOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { Skeleton } from "../../../ui/states.tsx";
import { type PdfNews, type PdfViewer, openPdf } from "./pdf-viewer.ts";
import { useTexts } from "../texts.ts";
import { Unreadable } from "../unreadable.tsx";
import type { FileBytes } from "../use-bytes.ts";
import "./pdf-preview.css";

/** A PDF, page by page, with a search; drawn by us, since browsers of phones show the first page of one or nothing. */
export default function PdfPreview({ name, bytes }: { name: string; bytes: FileBytes }) {
  const t = useTexts();
  const scroll = useRef<HTMLDivElement>(null);
  const viewer = useRef<PdfViewer | null>(null);
  const [news, setNews] = useState<PdfNews>({});
  const [text, setText] = useState("");
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = scroll;
    if (!current) return;
    let closed = false;
    const opening = openPdf(bytes, current, (more) => !closed && setNews((before) => ({ ...before, ...more })));
    opening.then(
      (opened) => {
        if (closed) opened.close();
        else viewer.current = opened;
      },
      () => !closed && setFailed(true),
    );
    return () => {
      closed = true;
      viewer.current?.close();
      viewer.current = null;
    };
  }, [bytes]);
  if (failed) return <Unreadable />;
  const find = (backwards = false) => viewer.current?.find(text, backwards);
  const { page, found } = news;
  const foundText = found && (found.all > 0 ? t("found", found) : t("notFound"));
  return (
    <div className="preview-pdf">
      <div className="pdf-bar" role="toolbar" aria-label={name}>
        <Input
          className="pdf-find"
          value={text}
          placeholder={t("find")}
          aria-label={t("find")}
          onChange={({ target }) => {
            setText(target.value);
            setNews(({ page: shown }) => ({ page: shown }));
          }}
          onPressEnter={(event) => find(event.shiftKey)}
        />
        <Button icon={<UpOutlined />} aria-label={t("findPrevious")} disabled={!text} onClick={() => find(true)} />
        <Button icon={<DownOutlined />} aria-label={t("findNext")} disabled={!text} onClick={() => find()} />
        <span className="pdf-found" role="status">
          {text && foundText}
        </span>
        <span className="pdf-page numeric">{page && t("page", page)}</span>
        <Button icon={<MinusOutlined />} aria-label={t("smaller")} onClick={() => viewer.current?.zoom(-1)} />
        <Button icon={<PlusOutlined />} aria-label={t("larger")} onClick={() => viewer.current?.zoom(1)} />
      </div>
      <div className="pdf-room">
        {!page && <Skeleton rows={6} />}
        <div className="pdf-scroll" ref={scroll} tabIndex={0} role="region" aria-label={name}>
          <div className="pdfViewer" />
        </div>
      </div>
    </div>
  );
}
