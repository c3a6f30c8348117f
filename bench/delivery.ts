import { setTimeout } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { createDemoDatabase, demoPassword } from "../apps/api/test/database/demo-db.ts";
import { chromiumOptions } from "../e2e/browser.ts";
import { startProgram } from "../e2e/servers.ts";
import { buildWeb } from "../scripts/lib/build.mjs";
import { percentile } from "./load.ts";

/** A processor four times slower than this one, and a line of 1.6 Mbit/s. */
const slow = { cpu: 4, bytesPerSecond: 1.6e6 / 8, latency: 20 };

interface Step {
  name: string;
  /** What the person does before; its time does not count, what it fetches does. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Milliseconds until it can be used. */
  most: number;
  act: (page: Page) => Promise<unknown>;
  /** What is there then. */
  usable: string;
}

/** What a clerk does first, one after the other, in a browser that knows nothing of the product yet. */
const steps: readonly Step[] = [
  {
    name: "login page",
    most: 1600,
    act: (page) => page.goto("/login", { waitUntil: "commit" }),
    usable: ".plain-submit",
  },
  {
    name: "home, from the click",
    async prepare(page) {
      await page.locator("[name=account]").fill("clerk");
      // As fast as people type.
      await page.locator("[name=password]").pressSequentially(demoPassword, { delay: 150 });
    },
    most: 2400,
    act: (page) => page.locator(".plain-submit").click(),
    usable: ".pane h1",
  },
  {
    name: "first list, from the click",
    prepare: (page) => page.locator(".sidebar button", { hasText: "基础资料" }).click(),
    most: 2300,
    act: (page) => page.locator("[href='/basics/course']").first().click(),
    usable: ".ant-table-row",
  },
];

interface Figures {
  usable: number;
  /** Milliseconds of the processor on the page's main thread, at its real speed. */
  work: number;
  requests: number;
  kilobytes: number;
  shift: number;
}

/** In the page: how far it has moved under the reader by itself (CLS). A text, since this folder is compiled without the types of browsers. */
const watchShift = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
`;

/** One person's way through the steps. */
async function walk(browser: Browser, url: string): Promise<Figures[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "zh-CN", baseURL: url });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  // In time of the processor, which other programs on the machine do not lengthen.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000;
  };
  await cdp.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: slow.latency,
    downloadThroughput: slow.bytesPerSecond,
    uploadThroughput: slow.bytesPerSecond,
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slow.cpu });
  const sent = { requests: 0, bytes: 0, open: 0 };
  cdp.on("Network.requestWillBeSent", () => {
    sent.requests++;
    sent.open++;
  });
  cdp.on("Network.loadingFailed", () => void sent.open--);
  cdp.on("Network.loadingFinished", ({ encodedDataLength }) => {
    sent.bytes += encodedDataLength;
    sent.open--;
  });
  /** Until nothing is under way and nothing more has been asked for. */
  const settled = async () => {
    for (let seen = -1; seen !== sent.requests || sent.open > 0; await setTimeout(500)) seen = sent.requests;
  };
  await page.addInitScript(watchShift);
  const figures: Figures[] = [];
  for (const { prepare, act, usable } of steps) {
    sent.requests = sent.bytes = 0;
    await prepare?.(page);
    const before = figures.length ? await page.evaluate<number>("shift") : 0;
    const workedBefore = await worked();
    const start = performance.now();
    await act(page);
    await page.locator(usable).first().waitFor({ timeout: 60_000 });
    const ready = performance.now() - start;
    await settled();
    figures.push({
      work: (await worked()) - workedBefore,
      usable: ready,
      requests: sent.requests,
      kilobytes: sent.bytes / 1000,
      shift: (await page.evaluate<number>("shift")) - before,
    });
  }
  await context.close();
  return figures;
}

/** How long a slow machine on a slow line waits for the first pages: the middle of several first visits, beside what is promised. */
export async function* delivery(quick: boolean): AsyncGenerator<Record<string, string>> {
  await buildWeb();
  const database = await createDemoDatabase();
  const server = await startProgram({ DATABASE_URL: database.url, DATA_DIR: database.dataDir });
  const browser = await chromium.launch(chromiumOptions);
  const visits: Figures[][] = [];
  for (let visit = 0; visit < (quick ? 1 : 7); visit++) visits.push(await walk(browser, server.url));
  for (const [n, { name, most }] of steps.entries()) {
    const middle = (of: keyof Figures) =>
      percentile(
        visits.map((one) => one[n]![of]),
        50,
      );
    const least = Math.min(...visits.map((one) => one[n]!.usable));
    yield {
      page: name,
      "usable after, ms": middle("usable").toFixed(0),
      "best, ms": least.toFixed(0),
      "at most, ms": String(most),
      "main thread, ms": middle("work").toFixed(0),
      requests: String(middle("requests")),
      kB: middle("kilobytes").toFixed(0),
      "layout shift": middle("shift").toFixed(3),
    };
  }
  await browser.close();
  await server.stop();
  await database.drop();
}
