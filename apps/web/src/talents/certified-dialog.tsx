import { highLevel } from "@jipei/contract/work-records/high-skill-training.ts";
import { type CertifiedWorker, technicianCalls as calls } from "@jipei/contract/talents/technician.ts";
import { Table } from "antd";
import { useState } from "react";
import { useCall, useSend } from "../core/api/use-call.ts";
import { Dialog } from "../core/dialog/dialog.tsx";
import { FailureList } from "../core/dialog/failure-list.tsx";
import { CallError } from "../core/api/call-error.ts";
import { useCodeText } from "../core/format/status-tag.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { Empty, Unanswered } from "../core/ui/states.tsx";

interface Props {
  onDone: () => void;
  onClose: () => void;
}

/** Who has a certificate and is new in the register, or whose record differs from it: looked through, chosen, and taken over. */
export function CertifiedDialog({ onDone, onClose }: Props) {
  const label = useLabel();
  const found = useCall(calls.certified, {}, { staleTime: 0 });
  const take = useSend(calls.takeCertified, { silent: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const people = found.data?.people ?? [];
  const chosen = people.map(({ certId }) => certId).filter((id) => !left.has(id));
  const send = () =>
    take.mutate(
      { certIds: chosen },
      {
        onSuccess: ({ added, changed }) => {
          notify(
            "success",
            label([`已登记 ${added} 人，更正 ${changed} 人`, `${added} people added, ${changed} corrected`]),
          );
          setLeft(new Set());
          void found.refetch();
          onDone();
        },
      },
    );
  return (
    <Dialog
      open
      kind="drawer"
      width={1080}
      title={label(calls.certified)}
      onClose={onClose}
      submitText={label([`登记 ${chosen.length} 人`, `Take over ${chosen.length}`])}
      busy={take.isPending}
      onSubmit={chosen.length > 0 ? send : undefined}
    >
      {found.data ? (
        <>
          <p>
            {label([
              `三级以上有效证书中：新增 ${found.data.newCount} 人，与登记不一致 ${found.data.differentCount} 人。`,
              `By valid certificates of the levels 3 to 1: ${found.data.newCount} are new, ${found.data.differentCount} differ from the register.`,
            ])}
            {found.data.newCount + found.data.differentCount > people.length &&
              label([`以下为最近 ${people.length} 人。`, ` The latest ${people.length} are listed.`])}
          </p>
          {take.error instanceof CallError && <FailureList error={take.error} />}
          {people.length === 0 ? (
            <Empty text={label(["登记与证书一致", "The register agrees with the certificates"])} />
          ) : (
            <People
              people={people}
              chosen={chosen}
              onChoose={(ids) => setLeft(new Set(people.map(({ certId }) => certId).filter((id) => !ids.includes(id))))}
            />
          )}
        </>
      ) : (
        <Unanswered queries={[found]} />
      )}
    </Dialog>
  );
}

interface PeopleProps {
  people: readonly CertifiedWorker[];
  chosen: readonly string[];
  onChoose: (ids: readonly string[]) => void;
}

function People({ people, chosen, onChoose }: PeopleProps) {
  const label = useLabel();
  const codeText = useCodeText();
  return (
    <Table
      size="small"
      rowKey="certId"
      pagination={false}
      dataSource={[...people]}
      scroll={{ x: 900 }}
      rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => onChoose(keys.map(String)) }}
      columns={[
        { title: label(["姓名", "Name"]), dataIndex: "name" },
        { title: label(["职业(工种)", "Occupation"]), dataIndex: "occupationName" },
        {
          title: label(["等级", "Level"]),
          render: (_: unknown, { level }: CertifiedWorker) => codeText(highLevel, level),
        },
        { title: label(["证书编号", "Certificate number"]), dataIndex: "certNo" },
        { title: label(["发证日期", "Issued"]), dataIndex: "issueDate" },
        {
          title: label(["登记情况", "Register"]),
          render: (_: unknown, { technicianId, presentCertNo, presentIssueDate }: CertifiedWorker) =>
            technicianId
              ? label([`现为 ${presentCertNo}，${presentIssueDate}`, `Now ${presentCertNo}, ${presentIssueDate}`])
              : label(["新增", "New"]),
        },
      ]}
    />
  );
}
