import { QueryClientProvider } from "@tanstack/react-query";
import { ConfigProvider } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import { CallError } from "../core/api/call-error.ts";
import { queryClient } from "../core/api/query-client.ts";
import { forgetRightsMark, onRightsChange } from "../core/session/rights-mark.ts";
import {
  getSession,
  isGuest,
  onSession,
  needsSecondFactor,
  needsNewPassword,
  useSession,
} from "../core/session/session.ts";
import { useTheme } from "../core/theme/theme.ts";
import { watchToken } from "../core/session/token-watch.ts";
import { Frame } from "./frame/frame.tsx";
import { loadSession } from "./frame/load-session.ts";
import { useLocale } from "./frame/locale.ts";
import { StartFailure, Waiting } from "./frame/start.tsx";
import { startTabs } from "./tabs/tabs-store.ts";
import { useSearchKeys } from "./search/use-search-keys.ts";
import "../core/page/plain.css";
import "./shell.css";

const PasswordRequiredPage = lazy(() => import("../users/own/password-required-page.tsx"));
const FactorRequiredPage = lazy(() => import("../users/own/factor-required-page.tsx"));

// Cached answers of one user must not reach the next one.
onSession(() => {
  if (getSession().info) return;
  queryClient.clear();
  forgetRightsMark();
});

/** The signed-in product: loads what the user may see, then shows the frame around the pages. */
export default function Shell() {
  const { menus } = useSession();
  const [failure, setFailure] = useState<CallError | null>(null);
  const [attempt, setAttempt] = useState(0);
  // Experienced users press the keys before the menu has loaded.
  const [searching, setSearching] = useState(false);
  useSearchKeys(() => setSearching(true));
  useState(startTabs);

  useEffect(watchToken, []);
  // Granted and revoked permissions take effect at the next click, whatever is on screen.
  useEffect(() => onRightsChange(() => void loadSession().catch(() => undefined)), []);
  useEffect(() => {
    loadSession().catch((error: unknown) => setFailure(error instanceof CallError ? error : new CallError(0, {})));
  }, [attempt]);

  function retry() {
    setFailure(null);
    setAttempt(attempt + 1);
  }

  return (
    <QueryClientProvider client={queryClient}>
      <ConfigProvider
        locale={useLocale()}
        theme={useTheme()}
        componentSize="medium"
        button={{ autoInsertSpace: false }}
      >
        {failure && !menus ? (
          <StartFailure error={failure} onRetry={retry} />
        ) : (
          <Suspense fallback={<Waiting />}>
            <Started searching={searching} onSearch={setSearching} />
          </Suspense>
        )}
      </ConfigProvider>
    </QueryClientProvider>
  );
}

/** The product; or what the user has to do before they may use it. */
function Started({ searching, onSearch }: { searching: boolean; onSearch: (searching: boolean) => void }) {
  const { info, menus } = useSession();
  if (!menus || !info) return <Waiting />;
  if (needsNewPassword(info)) return <PasswordRequiredPage />;
  if (needsSecondFactor(info)) return <FactorRequiredPage onDone={loadSession} />;
  return <Frame guest={isGuest(info)} searching={searching} onSearch={onSearch} />;
}
