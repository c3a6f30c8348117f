import { existsSync } from 'node:fs'
import { run } from './command.mjs'

const browsers = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const cjkFont = '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'

/** The browser for the tests, undefined where there is none. */
export const findChromium = () => browsers.find((path) => path && existsSync(path))

/** Makes sure of a browser and of Chinese fonts, and tells the tests through CHROMIUM which it is. */
export async function ensureChromium() {
  const missing = [
    !findChromium() && 'chromium',
    process.platform === 'linux' && !existsSync(cjkFont) && 'fonts-noto-cjk',
  ].filter(Boolean)
  const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (missing.length > 0 && canInstall) {
    console.log(`Installing ${missing.join(' and ')} …`)
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: ['ignore', 'ignore', 'inherit'] }
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options)
  } else if (missing.includes('fonts-noto-cjk')) {
    console.log('No Noto CJK fonts (Debian: fonts-noto-cjk): Chinese text may show as boxes in screenshots')
  }
  const chromium = findChromium()
  if (!chromium)
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk) or set CHROMIUM to its path',
    )
  process.env.CHROMIUM = chromium
  return true
}
