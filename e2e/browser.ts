/** How Chromium is started here: the system's own, without what asks strangers for something. */
export const chromiumOptions = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // A camera that shows a moving pattern, and is allowed without a question.
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
  ],
};
