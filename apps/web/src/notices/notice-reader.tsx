import { Notice, noticeCalls } from '@jipei/contract/notices/notice.ts'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '../core/dates.ts'
import { Dialog } from '../core/dialog.tsx'
import { FileList } from '../core/file-list.tsx'
import { Failed, Skeleton } from '../core/states.tsx'
import { useCall } from '../core/use-call.ts'
import { useLabel } from '../core/i18n/language.ts'
import { NoticeText } from './notice-text.tsx'

/** Opens the notice that the address names (`?read=12`): where the popover leads. */
export function NoticeReader() {
  const [params, setParams] = useSearchParams()
  const id = params.get('read')
  const close = () =>
    setParams(
      (current) => {
        current.delete('read')
        return current
      },
      { replace: true },
    )
  return id ? <OpenNotice id={id} onClose={close} /> : null
}

function OpenNotice({ id, onClose }: { id: string; onClose: () => void }) {
  const label = useLabel()
  const { data: notice, error, refetch } = useCall(noticeCalls.read, { id })
  return (
    <Dialog open kind="drawer" width={720} title={notice?.title ?? label(Notice)} footer={null} onClose={onClose}>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : notice ? (
        <>
          <p className="page-note">
            {notice.categoryName} · {formatDateTime(notice.publishTime ?? '')}
          </p>
          <NoticeText html={notice.content} />
          {(notice.attachmentList?.length ?? 0) > 0 && <FileList files={notice.attachmentList} />}
        </>
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}
