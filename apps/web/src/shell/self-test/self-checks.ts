import { clockTolerance } from "@jipei/contract/auth/envelope.ts";
import { userInfo } from "@jipei/contract/auth/auth.ts";
import { loadButtonScope } from "@jipei/contract/auth/own-rights.ts";
import { invoke } from "../../core/api/call-client.ts";

type Words = readonly [zh: string, en: string];

/** What a check found: how it stands, the value it saw, and what the user can do about it. */
export interface Found {
  state: "fine" | "doubtful" | "broken";
  value: Words;
  advice?: Words;
}
export interface SelfCheck {
  key: string;
  name: Words;
  run: () => Promise<Found>;
}

const fine = (...value: Words): Found => ({ state: "fine", value });
const doubtful = (value: Words, advice: Words): Found => ({ state: "doubtful", value, advice });
const broken = (value: Words, advice: Words): Found => ({ state: "broken", value, advice });

/** Milliseconds above which work with the server is felt to be slow. */
const slow = 500;
const probes = 5;

async function askHealth(): Promise<{ took: number; date: string | null }> {
  const began = performance.now();
  const response = await fetch("/api/health", { cache: "no-store" });
  if (!response.ok) throw new Error(String(response.status));
  return { took: performance.now() - began, date: response.headers.get("Date") };
}

async function checkServer(): Promise<Found> {
  const times: number[] = [];
  for (let n = 0; n < probes; n++) times.push((await askHealth()).took);
  const median = Math.round(times.sort((a, b) => a - b)[Math.floor(probes / 2)] ?? 0);
  const value: Words = [`${median} 毫秒`, `${median} ms`];
  return median <= slow
    ? fine(...value)
    : doubtful(value, ["网络较慢，请换用有线网络或稍后再试", "The network is slow: use a cable, or try later"]);
}

async function checkClock(): Promise<Found> {
  const { date } = await askHealth();
  if (!date) return doubtful(["未知", "Unknown"], ["服务器未报告时间", "The server did not tell its time"]);
  const seconds = Math.round(Math.abs(Date.now() - Date.parse(date)) / 1000);
  const value: Words = [`相差 ${seconds} 秒`, `${seconds} s apart`];
  const advice: Words = [
    "请校准本机时间：动态口令按时间计算",
    "Set this computer's clock: one-time codes depend on it",
  ];
  if (seconds * 1000 > clockTolerance) return broken(value, advice);
  return seconds > 30 ? doubtful(value, advice) : fine(...value);
}

async function checkSession(): Promise<Found> {
  const info = await invoke(userInfo, undefined, { silent: true });
  return fine(`${info.username}，已登录`, `${info.username}, signed in`);
}

/** A call of the system service there and back, encrypted on this machine. */
async function checkEnvelope(): Promise<Found> {
  await invoke(loadButtonScope, {}, { silent: true });
  return fine("加密、解密正常", "Sealed and opened");
}

async function checkStorage(): Promise<Found> {
  const key = "jipei-self-test";
  try {
    for (const store of [localStorage, sessionStorage]) {
      store.setItem(key, key);
      store.removeItem(key);
    }
  } catch {
    return broken(
      ["不可用", "Not available"],
      ["请允许本站保存数据，否则草稿和锁屏无法使用", "Allow this site to store data: drafts and the lock need it"],
    );
  }
  if (navigator.cookieEnabled) return fine("可用", "Available");
  return broken(
    ["禁用了 Cookie", "Cookies are off"],
    ["请允许本站的 Cookie，否则刷新后须重新登录", "Allow cookies of this site, or each reload signs you out"],
  );
}

async function checkScreen(): Promise<Found> {
  const size = `${innerWidth} × ${innerHeight}`;
  return innerWidth >= 1200 || innerWidth < 768
    ? fine(size, size)
    : doubtful(
        [size, size],
        [
          "窗口较窄，列表的部分列折到第二行；建议最大化窗口或缩小页面比例",
          "The window is narrow, and lists put columns into a second line: enlarge it or zoom out",
        ],
      );
}

async function checkClipboard(): Promise<Found> {
  return isSecureContext
    ? fine("安全连接", "Secure connection")
    : doubtful(
        ["非 https 连接", "Not over https"],
        ["复制按钮和多窗口同步受限，请用 https 地址访问", "Copying is limited: open the site by its https address"],
      );
}

/** In the order in which they are shown. */
export const selfChecks: readonly SelfCheck[] = [
  { key: "server", name: ["服务器响应", "Server"], run: checkServer },
  { key: "session", name: ["登录状态", "Session"], run: checkSession },
  { key: "envelope", name: ["加密通信", "Encrypted calls"], run: checkEnvelope },
  { key: "clock", name: ["本机时间", "Clock"], run: checkClock },
  { key: "storage", name: ["浏览器存储", "Browser storage"], run: checkStorage },
  { key: "connection", name: ["连接方式", "Connection"], run: checkClipboard },
  { key: "screen", name: ["窗口大小", "Window"], run: checkScreen },
];

/** Runs a check; one that fails by itself is broken, with the reason. */
export async function runCheck(check: SelfCheck): Promise<Found> {
  try {
    return await check.run();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return broken(
      [why, why],
      ["请刷新后再试；仍不正常请把报告发给管理员", "Reload and try again, then send the report"],
    );
  }
}
