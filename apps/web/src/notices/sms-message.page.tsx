import { programNo } from "@jipei/contract/auth/auth.ts";
import {
  SmsMessage,
  type SmsMessageRow,
  smsMessageCalls as calls,
  smsStatus,
} from "@jipei/contract/notices/sms-message.ts";
import { Button } from "antd";
import { useState } from "react";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { formatDateTime } from "../core/format/dates.ts";
import { notify } from "../core/ui/notify.ts";
import { useCan } from "../core/session/session.ts";
import { Failed, Skeleton } from "../core/ui/states.tsx";
import { StatusTag } from "../core/format/status-tag.tsx";
import { useCall, useSend } from "../core/api/use-call.ts";
import { SmsForm } from "./sms-form.tsx";
import { useTexts } from "./texts.ts";
import "./sms.css";

/** Messages that were sent, to whom, and the result of each. */
export default function SmsMessagePage() {
  const t = useTexts();
  const maySend = useCan(["sms_notify_add"]);
  const [writing, setWriting] = useState(false);
  return (
    <>
      <CrudPage
        entity={SmsMessage}
        calls={calls}
        resource="sms_notify"
        columns={[
          "createTime",
          "phoneNumber",
          "messageType",
          "sendStatus",
          "sendTime",
          { field: "failReason", width: 180 },
          { field: "attempts", width: 96 },
          { field: "groupId", width: 160 },
        ]}
        search={["phoneNumber", "sendStatus", "messageType", "sendTime", "groupId"]}
        card={["phoneNumber", "sendStatus", "createTime"]}
        view={[
          "phoneNumber",
          "messageType",
          "message",
          "sendStatus",
          "failReason",
          "attempts",
          "createTime",
          "sendTime",
          "systemId",
          "groupId",
        ]}
        below={(row: SmsMessageRow) => row.groupId && <Group groupId={row.groupId} />}
        actions={() =>
          maySend && (
            <Button type="primary" onClick={() => setWriting(true)}>
              {t("sms.send")}
            </Button>
          )
        }
      />
      {writing && <NewMessage onClose={() => setWriting(false)} />}
    </>
  );
}

function NewMessage({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const send = useSend(calls.send, { silent: true });
  return (
    <SmsForm
      title={t("sms.send")}
      of="message"
      initial={{ messageType: "2" }}
      busy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSend={({ phones, messageType, text }) =>
        send.mutate(
          { phoneNumbers: phones, systemId: programNo, messageType, message: text },
          {
            onSuccess: () => {
              notify("success", t("sms.sent"));
              onClose();
            },
          },
        )
      }
    />
  );
}

/** All numbers that one sending went to. */
function Group({ groupId }: { groupId: string }) {
  const t = useTexts();
  const { data, error, refetch } = useCall(calls.statusByGroup, { groupId });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton />;
  if (data.length < 2) return null;
  return (
    <section aria-label={t("sms.group")}>
      <h3>{t("sms.group")}</h3>
      <div className="sms-group-frame" tabIndex={0}>
        <table className="sms-group">
          <thead>
            <tr>
              <th scope="col">{t("sms.number")}</th>
              <th scope="col">{t("sms.status")}</th>
              <th scope="col">{t("sms.time")}</th>
              <th scope="col">{t("sms.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one, index) => (
              <tr key={index}>
                <td>{one.phoneNumber}</td>
                <td>
                  <StatusTag codes={smsStatus} value={one.sendStatus} />
                </td>
                <td>{one.sendTime && formatDateTime(one.sendTime)}</td>
                <td>{one.failReason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
