import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { applyColours } from "./core/colours.ts";
import { language, setLanguage } from "./core/i18n/language.ts";
import { watchFaults } from "./core/log-store.ts";
import { chooseTenantOfAddress } from "./core/tenant.ts";
import "./main.css";

watchFaults();
applyColours();
chooseTenantOfAddress();
setLanguage(language());
createRoot(document.getElementById("root")!).render(<App />);
