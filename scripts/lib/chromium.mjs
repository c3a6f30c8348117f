import { existsSync } from "node:fs";

const browsers = [
  process.env.CHROMIUM,
  // The headless browser is all that tests need: they take a sixth less time in it.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
export const cjkFont = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc";

/** The browser for the tests, undefined where there is none. */
export const findChromium = () => browsers.find((path) => path && existsSync(path));

/** Makes sure that there is a browser, and passes its path to the tests through CHROMIUM. */
export async function ensureChromium() {
  if (process.platform === "linux" && !existsSync(cjkFont))
    console.log("No Noto CJK fonts (Debian: fonts-noto-cjk): Chinese text may show as boxes in screenshots");
  const chromium = findChromium();
  if (!chromium)
    throw new Error(
      "The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell fonts-noto-cjk) or set CHROMIUM to its path",
    );
  process.env.CHROMIUM = chromium;
  return true;
}
