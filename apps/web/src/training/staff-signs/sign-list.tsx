import {
  EnterpriseSign,
  type EnterpriseSignRow,
  enterpriseSignCalls as calls,
} from "@jipei/contract/training/enterprise-sign.ts";
import { leadsFrom } from "@jipei/contract/core/machine.ts";
import { enterpriseSignMachine } from "@jipei/contract/training/enterprise-sign.machine.ts";
import type { ReactNode } from "react";
import { CrudPage } from "../../core/crud/crud-page.tsx";
import { submitted } from "../submitted.ts";

interface Props {
  /** Whether an enterprise looks at its own. */
  own?: boolean;
  actions?: ReactNode;
}

/** Sign-ups of enterprises; each opens a page with its people. */
export function SignList({ own = false, actions }: Props) {
  return (
    <CrudPage
      entity={EnterpriseSign}
      calls={{
        list: own ? calls.getEnterpriseSign : calls.list,
        export: calls.export,
        ...(own && { remove: calls.remove }),
      }}
      resource="enterprise_sign"
      columns={[
        "entSignNo",
        "confirmStatus",
        ...(own ? [] : (["entName"] as const)),
        { field: "className", width: 240 },
        "orgName",
        "startDate",
        "signCount",
        "pendingCount",
        "acceptedCount",
        "returnedCount",
        "commitTime",
        "isReSign",
      ]}
      search={[
        ...(own ? [] : (["entName"] as const)),
        "className",
        "orgName",
        "confirmStatus",
        "createTime",
        "entSignNo",
      ]}
      card={["className", "confirmStatus", own ? "orgName" : "entName", "signCount"]}
      open={({ id }: EnterpriseSignRow) => `/enterprise/sign/${id}`}
      frozen={(row: EnterpriseSignRow) =>
        leadsFrom(enterpriseSignMachine, "sign", row.confirmStatus) ? null : submitted
      }
      actions={() => actions}
    />
  );
}
