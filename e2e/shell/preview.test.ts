import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { png } from '../files.ts'
import { press, told } from '../acts.ts'
import { Product, assertAccessible, open } from '../harness.ts'

let product: Product
before(async () => {
  product = await Product.start()
})
after(() => product?.close())

const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** A subsidy document with the files, saved as the clerk's browser would. */
async function documentWith(page: Page, files: readonly [name: string, bytes: Buffer][]): Promise<void> {
  const [course] = await product.sql<{ id: string }>('select id::text from course where is_deleted = 0 order by id limit 1')
  const uploads = files.map(([name, bytes]) => ({ name, base64: bytes.toString('base64') }))
  const answers = await page.evaluate(
    async ({ uploads, courseId }) => {
      const token = decodeURIComponent(/Authorization=([^;]+)/.exec(document.cookie)?.[1] ?? '')
      const headers = { Authorization: `Basic ${btoa('jipei-web:jipei-web')}`, Token: token }
      const attachmentList = []
      for (const { name, base64 } of uploads) {
        const form = new FormData()
        form.append('kind', 'any')
        form.append('file', new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]), name)
        const answer = await (
          await fetch('/api/zjgrsj-file/oss/endpoint/put-file-attach', { method: 'POST', headers, body: form })
        ).json()
        if (answer.code !== 200) return answer
        attachmentList.push({ attId: answer.data.id })
      }
      const courseSubsidyFileDTO = {
        courseId,
        fileNo: '测〔2026〕1号',
        fileTitle: '预览测试文件',
        issueOrg: '测试局',
        issueDate: '2026-01-01',
        effectDate: '2026-01-01',
        attachmentList,
      }
      const saved = await fetch('/api/zjgrsj-train/trainingManagement/course_subsidy_file/submit', {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ courseSubsidyFileDTO }),
      })
      return saved.json()
    },
    { uploads, courseId: course?.id },
  )
  assert.equal(answers.code, 200, JSON.stringify(answers))
}

test('pictures, pdf and text are shown in place, other files are to be downloaded', async () => {
  const page = await product.as('clerk')
  await documentWith(page, [
    ['图.png', png],
    ['文.pdf', pdf],
    ['表.csv', Buffer.from([0xd0, 0xd5, 0xc3, 0xfb])],
    [
      '包.zip',
      Buffer.from(
        'UEsDBBQAAAAAAAAAIVxDvrfoAQAAAAEAAAAFAAAAYS50eHRhUEsBAhQDFAAAAAAAAAAhXEO+t+gBAAAAAQAAAAUAAAAAAAAAAAAAAIABAAAAAGEudHh0UEsFBgAAAAABAAEAMwAAACQAAAAAAA==',
        'base64',
      ),
    ],
  ])
  await open(page, '/basics/courseSubsidyFile')
  await page
    .getByRole('button', { name: '预览测试文件' })
    .or(page.getByRole('link', { name: '预览测试文件' }))
    .first()
    .click()
  const preview = async (name: string) => {
    await page.getByRole('button', { name: `预览 ${name}` }).click()
    return page.getByRole('dialog').filter({ has: page.locator('.preview') })
  }
  const picture = await preview('图.png')
  await picture.getByRole('img', { name: '图.png' }).waitFor()
  assert.equal(
    await picture.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    1,
  )
  await assertAccessible(page)
  await press(page, 'Escape', picture)
  await picture.waitFor({ state: 'hidden' })

  const text = await preview('表.csv')
  await text.getByText('姓名').waitFor()
  await press(page, 'Escape', text)
  await text.waitFor({ state: 'hidden' })

  const paper = await preview('文.pdf')
  await paper.locator('iframe[src^="blob:"]').waitFor()
  await press(page, 'Escape', paper)
  await paper.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: '预览 包.zip' }).click()
  await told(page, '该文件无法预览，请下载查看')
})
