import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { startScheme } from "./core/theme/scheme.ts";
import { language, setLanguage } from "./core/i18n/language.ts";
import { dropOldDrafts } from "./core/form/drafts/draft-store.ts";
import { watchErrors } from "./core/api/log-store.ts";
import { chooseTenantOfAddress } from "./core/session/tenant.ts";
import "./main.css";

watchErrors();
dropOldDrafts();
startScheme();
chooseTenantOfAddress();
setLanguage(language());
createRoot(document.getElementById("root")!).render(<App />);
