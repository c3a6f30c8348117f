/**
 * Opens the page on site without a network: it keeps the start page and the files which that page needs, as the build lists them, and answers
 * with them where the server cannot be reached. It knows no call and stores no answer of one. A new build is a new list, and replaces the old one.
 */
declare const self: ServiceWorkerGlobalScope;
/** The address of the page, and the files it is made of; the build writes both. */
declare const onSiteFiles: { readonly page: string; readonly version: string; readonly files: readonly string[] };

const { page, version, files } = onSiteFiles;
const known = new Set(files);
/** Milliseconds for which the server is waited for: a weak network may keep a request for minutes. */
const patience = 4000;
const name = `on-site-${version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll([page, ...files].map((path) => new Request(path, { cache: "reload" }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((old) => old.startsWith("on-site-") && old !== name).map((old) => caches.delete(old))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin !== self.location.origin || event.request.method !== "GET") return;
  if (event.request.mode === "navigate" && pathname === page) event.respondWith(openPage(event.request));
  else if (known.has(pathname)) event.respondWith(fromCache(pathname).catch(() => fetch(event.request)));
});

/** The page as the server has it now; where it cannot be reached, or something before it answers in its place, as it was stored. */
async function openPage(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(patience) }).catch(() => null);
  return answer?.ok ? answer : fromCache(page);
}

/** @throws TypeError where the browser has dropped it */
async function fromCache(path: string): Promise<Response> {
  const found = await (await caches.open(name)).match(path);
  if (!found) throw new TypeError(`${path} is not stored`);
  return found;
}
