import { policyChangeMachine } from "@jipei/contract/policy/policy-change.machine.ts";
import {
  PolicyChange,
  type PolicyChangeRow,
  policyChangeCalls as calls,
} from "@jipei/contract/policy/policy-change.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";
import { useSession } from "../core/session/session.ts";
import { ChangedValues } from "./changed-values.tsx";

/** 政策变更: standards, kinds that go together and parameters of formulas. One person proposes a change, another one approves it. */
export default function PolicyChangePage() {
  const { info } = useSession();
  const isOwn = (row: PolicyChangeRow) => row.createUser === info?.userId;
  return (
    <CrudPage
      entity={PolicyChange}
      calls={{ list: calls.list, detail: calls.detail, export: calls.export }}
      resource="policy_change"
      columns={[
        { field: "title", width: 320 },
        "state",
        "subject",
        "changeKind",
        "effectDate",
        { field: "proposerName", width: 110 },
        { field: "createTime", width: 160 },
        { field: "confirmName", width: 110 },
        { field: "confirmTime", width: 160 },
      ]}
      search={["subject", "title", "state", "changeKind", "effectDate", "createTime"]}
      card={["title", "state", "subject", "effectDate"]}
      view={[
        "title",
        "state",
        "subject",
        "changeKind",
        "effectDate",
        "reason",
        "proposerName",
        "createTime",
        "confirmName",
        "confirmTime",
        "opinion",
        "appliedTime",
      ]}
      queue={{ waits: (row) => row.state === "waiting" && !isOwn(row), since: "createTime" }}
      machine={policyChangeMachine}
      moves={{
        approve: { call: calls.approve, when: (row: PolicyChangeRow) => !isOwn(row) },
        refuse: { call: calls.refuse, when: (row: PolicyChangeRow) => !isOwn(row) },
        withdraw: { call: calls.withdraw, when: isOwn },
      }}
      below={(row: PolicyChangeRow) => <ChangedValues row={row} />}
    />
  );
}
