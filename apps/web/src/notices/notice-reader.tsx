import type { Call } from "@jipei/contract/core/call.ts";
import { DeskNotice, deskNoticeCalls, deskNoticeCategory } from "@jipei/contract/notices/desk-notice.ts";
import { Notice, noticeCalls } from "@jipei/contract/notices/notice.ts";
import { popover } from "@jipei/contract/notices/popover.ts";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { formatDateTime } from "../core/dates.ts";
import { Dialog } from "../core/dialog.tsx";
import { FileList } from "../core/file-list.tsx";
import { Failed, Skeleton } from "../core/states.tsx";
import { useCall } from "../core/use-call.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { queryClient } from "../core/query-client.ts";
import { useCodeText } from "../core/status-tag.tsx";
import { NoticeText } from "./notice-text.tsx";

/** Opens the notice that the address names (`?read=12`): where the popover leads. */
function Reader({ children }: { children: (id: string, close: () => void) => ReactNode }) {
  const [params, setParams] = useSearchParams();
  const id = params.get("read");
  const close = () =>
    setParams(
      (current) => {
        current.delete("read");
        return current;
      },
      { replace: true },
    );
  return id ? children(id, close) : null;
}

export function NoticeReader() {
  return (
    <Reader>
      {(id, close) => (
        <OpenNotice call={noticeCalls.read} id={id} name={Notice} onClose={close}>
          {(notice) => (
            <>
              <p className="page-note">
                {notice.categoryName} · {formatDateTime(notice.publishTime ?? "")}
              </p>
              <NoticeText html={notice.content} />
              {(notice.attachmentList?.length ?? 0) > 0 && <FileList files={notice.attachmentList} />}
            </>
          )}
        </OpenNotice>
      )}
    </Reader>
  );
}

export function DeskNoticeReader() {
  const textOf = useCodeText();
  return (
    <Reader>
      {(id, close) => (
        <OpenNotice call={deskNoticeCalls.detail} id={id} name={DeskNotice} onClose={close}>
          {(notice) => (
            <>
              <p className="page-note">
                {textOf(deskNoticeCategory, notice.category)} · {formatDateTime(notice.releaseTime)}
              </p>
              <NoticeText html={notice.content} />
            </>
          )}
        </OpenNotice>
      )}
    </Reader>
  );
}

interface OpenProps<R> {
  call: Call<{ id: string }, R>;
  id: string;
  name: Named;
  onClose: () => void;
  children: (notice: R) => ReactNode;
}

/** Asking for it counts as reading, so the bell is asked again. */
function OpenNotice<R extends { title: string }>({ call, id, name, onClose, children }: OpenProps<R>) {
  const label = useLabel();
  const { data, error, refetch } = useCall(call, { id });
  const notice = data as R | undefined;
  const told = notice !== undefined;
  useEffect(() => {
    if (told) void queryClient.invalidateQueries({ queryKey: [popover.path] });
  }, [told]);
  return (
    <Dialog open kind="drawer" width={720} title={notice?.title ?? label(name)} footer={null} onClose={onClose}>
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : notice ? children(notice) : <Skeleton />}
    </Dialog>
  );
}
