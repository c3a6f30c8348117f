/** The signed-in part of the product, in chunks of its own; the login page fetches it while the password is typed. */
export const loadShell = () => import("../shell.tsx");

export const loadJobTray = async () => ({ default: (await import("../../core/jobs/job-tray.tsx")).JobTray });
