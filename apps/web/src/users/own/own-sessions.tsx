import { webClient } from "@jipei/contract/auth/auth.ts";
import { type OwnSession, sessionCalls } from "@jipei/contract/users/session.ts";
import { Button, Tag } from "antd";
import { useState } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { formatDateTime } from "../../core/format/dates.ts";
import { Confirm } from "../../core/dialog/dialog.tsx";
import { FailureList } from "../../core/dialog/failure-list.tsx";
import { notify } from "../../core/ui/notify.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useAttempt } from "../../core/api/use-attempt.ts";
import { refreshAfter } from "../../core/api/refresh-after.ts";
import { useCall } from "../../core/api/use-call.ts";
import { deviceName } from "./device-name.ts";
import { useTexts } from "../texts.ts";

/** Where the user is signed in; whatever is not here they may end. */
export function OwnSessions() {
  const t = useTexts();
  const getName = useDeviceName();
  const mine = useCall(sessionCalls.own, undefined, { staleTime: 0 });
  const [ending, setEnding] = useState<readonly OwnSession[] | null>(null);
  if (mine.isError || !mine.data) return <Unanswered queries={[mine]} rows={3} />;
  const others = mine.data.filter(({ isCurrent }) => isCurrent !== "1");
  return (
    <section className="own-sessions" aria-labelledby="own-sessions">
      <h2 id="own-sessions" className="section-title">
        {t("sessions.title")}
      </h2>
      <ul>
        {mine.data.map((session) => (
          <li key={session.id}>
            <div>
              <strong>{getName(session)}</strong>
              {session.isCurrent === "1" && <Tag color="blue">{t("sessions.current")}</Tag>}
              <p>
                {t("sessions.facts", {
                  ip: session.ip,
                  began: formatDateTime(session.createTime),
                  seen: formatDateTime(session.seenTime),
                })}
              </p>
            </div>
            {session.isCurrent !== "1" && (
              <Button
                size="small"
                onClick={() => setEnding([session])}
                aria-label={t("sessions.endOf", { name: getName(session) })}
              >
                {t("sessions.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button danger disabled={others.length === 0} onClick={() => setEnding(others)}>
        {t("sessions.endOthers")}
      </Button>
      {ending && <EndOwnSessions sessions={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

/** What a session is called: by its device, or by the program that uses it. */
function useDeviceName(): (session: OwnSession) => string {
  const t = useTexts();
  return ({ agent, clientId }) => deviceName(agent) ?? (clientId === webClient.id ? t("sessions.unknown") : clientId);
}

/** Asks before other sessions of the user are ended. */
function EndOwnSessions({ sessions, onClose }: { sessions: readonly OwnSession[]; onClose: () => void }) {
  const t = useTexts();
  const getName = useDeviceName();
  const { busy, error, attempt } = useAttempt();
  const end = () =>
    attempt(async () => {
      await invoke(sessionCalls.endOwn, { ids: sessions.map(({ id }) => id).join() }, { silent: true });
      notify("success", t("sessions.ended"));
      onClose();
      await refreshAfter(sessionCalls.own);
    });
  const [first] = sessions;
  return (
    <Confirm
      open
      title={first && sessions.length === 1 ? t("sessions.endOf", { name: getName(first) }) : t("sessions.endOthers")}
      okText={t("sessions.end")}
      danger
      busy={busy}
      onOk={() => void end()}
      onClose={onClose}
    >
      <p>{t("sessions.note", { n: sessions.length })}</p>
      {error && <FailureList error={error} />}
    </Confirm>
  );
}
