import { noticeCalls } from '@jipei/contract/notices/notice.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../core/query-client.ts'
import { useCall } from '../core/use-call.ts'
import { NoticeText } from './notice-text.tsx'
import { useTexts } from './texts.ts'

interface Props {
  count: number
  title?: string
}

/** The newest public notices as a list that opens in place. Brings its own query client: public pages stand outside the shell. */
export const PublicNotices = (props: Props) => (
  <QueryClientProvider client={queryClient}>
    <NoticeList {...props} />
  </QueryClientProvider>
)

function NoticeList({ count, title }: Props) {
  const t = useTexts()
  const { data, error } = useCall(noticeCalls.listPublicAll, { size: String(count) } as never, { staleTime: 60_000 })
  if (error) return title ? null : <p role="alert">{t('failed')}</p>
  if (data && data.records.length === 0) return title ? null : <p>{t('none')}</p>
  return (
    <>
      {title && data && <h2>{title}</h2>}
      <ul className="public-notices">
        {data?.records.map((notice) => (
          <li key={notice.id}>
            <details>
              <summary>
                <span>{notice.title}</span>
                <time dateTime={notice.publishTime?.slice(0, 10)}>{notice.publishTime?.slice(0, 10)}</time>
              </summary>
              <NoticeText html={notice.content ?? ''} />
              <NoticeFiles id={notice.id} />
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Asked for when the notice is opened: most readers read the titles only. */
function NoticeFiles({ id }: { id: string }) {
  const t = useTexts()
  const [wanted, setWanted] = useState(false)
  const { data: files } = useCall(noticeCalls.selectAtt, { noticid: id }, { enabled: wanted, staleTime: 60_000 })
  return (
    <div ref={(node) => node?.closest('details')?.addEventListener('toggle', () => setWanted(true), { once: true })}>
      {files && files.length > 0 && (
        <ul className="notice-files" aria-label={t('files')}>
          {files.map((file) => (
            <li key={file.attId}>
              <a href={`${noticeCalls.downloadFile.path}?${new URLSearchParams({ filename: file.attLink })}`} download={file.fileName}>
                {file.fileName}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
