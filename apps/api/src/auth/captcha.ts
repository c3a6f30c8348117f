import svgCaptcha from 'svg-captcha'
import type { Services } from '../core/services.ts'

const minutes = 30

/** A captcha to draw; its text is kept as a keyed hash. */
export async function newCaptcha(app: Services): Promise<{ key: string; image: string }> {
  // Letters and digits that look alike are left out.
  const { text, data } = svgCaptcha.create({ size: 5, noise: 2, ignoreChars: '0o1ilIO', width: 130, height: 44, color: true })
  const { rows } = await app.pool.query<{ key: string }>('insert into captcha (text_hash) values ($1) returning key', [app.cipher.hash(text)])
  return { key: (rows[0] as { key: string }).key, image: `data:image/svg+xml;base64,${Buffer.from(data).toString('base64')}` }
}

/** Whether the text is right; the captcha is used up either way. */
export async function useCaptcha(app: Services, key: string | undefined, text: string | undefined): Promise<boolean> {
  if (!key || !text || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) || text.length > 20) return false
  const { rows } = await app.pool.query<{ text_hash: string }>(
    `delete from captcha where key = $1 returning case when create_time > now() - make_interval(mins => $2) then text_hash end as text_hash`,
    [key, minutes],
  )
  return rows[0]?.text_hash === app.cipher.hash(text)
}
