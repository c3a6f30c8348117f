import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { useState } from "react";
import { useAnswer } from "../core/api/use-answer.ts";
import { formatDate } from "../core/format/dates.ts";
import { NoticeText } from "./notice-text.tsx";
import { useTexts } from "./texts.ts";

interface Props {
  count: number;
  title?: string;
}

/** The newest public notices as a list that opens in place. */
export function PublicNotices({ count, title }: Props) {
  const t = useTexts();
  const { data, error } = useAnswer(noticeCalls.listPublicAll, { size: count });
  if (error) return title ? null : <p role="alert">{t("failed")}</p>;
  if (data && data.records.length === 0) return title ? null : <p>{t("none")}</p>;
  return (
    <>
      {title && data && <h2>{title}</h2>}
      <ul className="public-notices">
        {data?.records.map((notice) => (
          <li key={notice.id}>
            <details>
              <summary>
                <span>{notice.title}</span>
                <time dateTime={formatDate(notice.publishTime ?? "")}>{formatDate(notice.publishTime ?? "")}</time>
              </summary>
              <NoticeText html={notice.content ?? ""} />
              <NoticeFiles id={notice.id} />
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asked for when the notice is opened: most readers read the titles only. */
function NoticeFiles({ id }: { id: string }) {
  const t = useTexts();
  const [wanted, setWanted] = useState(false);
  const { data: files } = useAnswer(noticeCalls.selectAtt, { noticid: id }, wanted);
  return (
    <div ref={(node) => node?.closest("details")?.addEventListener("toggle", () => setWanted(true), { once: true })}>
      {files && files.length > 0 && (
        <ul className="notice-files" aria-label={t("files")}>
          {files.map((file) => (
            <li key={file.attId}>
              <a
                href={`${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename: file.attLink })}`}
                download={file.fileName}
              >
                {file.fileName}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
