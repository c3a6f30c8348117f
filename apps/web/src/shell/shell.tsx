import { QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { CallError } from "../core/call-error.ts";
import { queryClient } from "../core/query-client.ts";
import { forgetRightsMark, onRightsChange } from "../core/rights-mark.ts";
import { getSession, isGuest, onSession, owesFactor, owesPassword, useSession } from "../core/session.ts";
import { theme } from "../core/theme.ts";
import { watchToken } from "../core/token-watch.ts";
import { Frame } from "./frame.tsx";
import { loadSession } from "./load-session.ts";
import { useLocale } from "./locale.ts";
import { StartFailure, Waiting } from "./start.tsx";
import { startTabs } from "./tabs-store.ts";
import { useSlash } from "./use-slash.ts";
import "../core/plain.css";
import "./shell.css";

const MustChangePassword = lazy(() => import("../users/must-change-password.tsx"));
const MustSetUpFactor = lazy(() => import("../users/must-set-up-factor.tsx"));

// Answers of one user are nothing for the next one.
onSession(() => {
  if (getSession().info) return;
  queryClient.clear();
  forgetRightsMark();
});

/** The signed-in product: loads what the user may see, then shows the frame around the pages. */
export default function Shell() {
  const { info, menus } = useSession();
  const [fault, setFault] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // Whoever knows his way presses / before the menu has come.
  const [searching, setSearching] = useState(false);
  useSlash(() => setSearching(true));
  useState(startTabs);

  useEffect(watchToken, []);
  // What was taken or given shows at the next click, whatever is on screen.
  useEffect(() => onRightsChange(() => void loadSession().catch(() => undefined)), []);
  useEffect(() => {
    loadSession().catch((error: unknown) => setFault(error instanceof CallError ? error : new CallError(0, {})));
  }, [attempt]);

  function retry() {
    setFault(null);
    setAttempt(attempt + 1);
  }

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider locale={useLocale()} theme={theme} componentSize="medium" button={{ autoInsertSpace: false }}>
        {fault && !menus ? (
          <StartFailure error={fault} onRetry={retry} />
        ) : menus && info && owesPassword(info) ? (
          <Suspense fallback={<Waiting />}>
            <MustChangePassword />
          </Suspense>
        ) : menus && info && owesFactor(info) ? (
          <Suspense fallback={<Waiting />}>
            <MustSetUpFactor onDone={loadSession} />
          </Suspense>
        ) : menus && info ? (
          <Frame guest={isGuest(info)} searching={searching} onSearch={setSearching} />
        ) : (
          <Waiting />
        )}
      </ConfigProvider>
    </QueryClientProvider>
  );
}
