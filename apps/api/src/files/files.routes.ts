import { fileKeeper } from "./row-files.ts";
import { attachmentDerived } from "./attachment.routes.ts";
import { storageDerived } from "./storage-provider.routes.ts";
import type { Domain } from "../core/http/implement.ts";
import { attachmentRoutes } from "./attachment.routes.ts";
import { storageCopy } from "./storage-copy.ts";
import { storageProviderRoutes } from "./storage-provider.routes.ts";
import { conversionWorker, sweepPages } from "./documents/conversion.ts";
import { documentRoutes } from "./documents/document.routes.ts";
import { editorRoutes } from "./editor/editor.routes.ts";
import { sweepSessions } from "./editor/sessions.ts";
import { sweepVersions } from "./editor/versions.ts";
import { sweepFiles } from "./sweep.ts";
import { runEach } from "../core/jobs/run-each.ts";

export const files: Domain = {
  name: "files",
  provides: { files: fileKeeper },
  derived: [...storageDerived, ...attachmentDerived],
  routes: [...attachmentRoutes, ...storageProviderRoutes, ...documentRoutes, ...editorRoutes],
  constraints: {
    storage_provider_single: "VERSION_CONFLICT",
    storage_provider_in_use: "SMS_ENABLED",
    storage_provider_built_in: "STORAGE_BUILTIN",
    storage_provider_local: "STORAGE_BUILTIN",
    storage_provider_code: "DUPLICATE",
    storage_provider_empty: "DEPENDENCY_IN_USE",
    stored_object_place: "VERSION_CONFLICT",
  },
  workers: [storageCopy.worker, conversionWorker],
  timers: [
    {
      name: "files.sweep",
      whileClosed: "run",
      cron: "41 3 * * *",
      run: (app) => runEach(app, [sweepFiles, sweepPages, sweepVersions, sweepSessions]),
    },
  ],
};
