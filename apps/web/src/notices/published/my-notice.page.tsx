import { FileNotice } from "@jipei/contract/notices/published/file-notice.ts";
import { TrainNews } from "@jipei/contract/notices/published/train-news.ts";
import { Notice } from "@jipei/contract/notices/notice.ts";
import { useSearchParams } from "react-router";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { Tabs } from "../../core/ui/tabs/tabs.tsx";
import { NoticeReader } from "../notice-reader.tsx";
import { OwnNoticeList } from "./own-notice-list.tsx";
import { OwnDocumentList, OwnNewsList } from "./own-lists.tsx";

const lists = [
  { key: "notice", of: Notice, List: OwnNoticeList },
  { key: "document", of: FileNotice, List: OwnDocumentList },
  { key: "news", of: TrainNews, List: OwnNewsList },
] as const;

/** What the bureau publishes for the reader: notices, documents, news. */
export default function MyNoticePage() {
  const label = useLabel();
  const [search, setSearch] = useSearchParams();
  const title = label(["通知文件", "Notices"]);
  return (
    <>
      <PageHeader title={title} />
      <Tabs
        label={title}
        active={search.get("list") ?? "notice"}
        onChange={(list) => setSearch({ list }, { replace: true })}
        forget
        items={lists.map(({ key, of, List }) => ({ key, label: label(of), content: <List /> }))}
      />
      <NoticeReader />
    </>
  );
}
