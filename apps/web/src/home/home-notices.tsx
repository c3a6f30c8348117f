import { noticeCalls } from "@jipei/contract/notices/notice.ts";
import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { Link } from "../core/page/link.ts";
import { formatDate } from "../core/format/dates.ts";
import { can } from "../core/session/session.ts";
import { useCall } from "../core/api/use-call.ts";
import { useTexts } from "./texts.ts";
import { Skeleton } from "../core/ui/states.tsx";
import { lazyPart } from "../core/ui/lazy-part.ts";

const NoticeReader = lazyPart(() => import("../notices/notice-reader.tsx").then(({ NoticeReader }) => NoticeReader));

/** What the bureau announces to the reader and to everybody, the newest first; nothing where there is none. */
export function HomeNotices() {
  const t = useTexts();
  const [params] = useSearchParams();
  const found = useCall(noticeCalls.list, { current: 1, size: 5 }, { enabled: can("notice_view") });
  const rows = found.data?.records ?? [];
  if (rows.length === 0 && !found.isLoading) return null;
  return (
    <section className="home-panel" aria-labelledby="home-notices">
      <h2 id="home-notices">{t("notices")}</h2>
      {found.isLoading && <Skeleton rows={3} />}
      <ul className="home-rows">
        {rows.map((row) => (
          <li key={row.id}>
            <Link to={`?read=${row.id}`}>{row.title}</Link>
            <time className="unit">{row.publishTime && formatDate(row.publishTime)}</time>
          </li>
        ))}
      </ul>
      {params.has("read") && (
        <Suspense fallback={null}>
          <NoticeReader />
        </Suspense>
      )}
    </section>
  );
}
