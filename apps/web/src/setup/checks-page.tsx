import { setupPath } from "@jipei/contract/setup/setup-path.ts";
import { setupCalls as calls } from "@jipei/contract/setup/setup.ts";
import { Skeleton } from "antd";
import { Link } from "../core/page/link.ts";
import { useLabel } from "../core/i18n/language.ts";
import { PageHeader } from "../core/page/page-header.tsx";
import { useCall } from "../core/api/use-call.ts";
import { CheckList } from "./check-list.tsx";

/** What the installation has and lacks for production. */
export default function ChecksPage() {
  const label = useLabel();
  const { data, error } = useCall(calls.state, undefined, { staleTime: 0 });
  const checks = data ? <CheckList checks={data.checks} /> : <Skeleton active />;
  return (
    <>
      <PageHeader
        title={label(["安装检查", "Set-up check list"])}
        actions={<Link to={setupPath}>{label(["安装步骤", "Steps of the set-up"])}</Link>}
      />
      {error ? <p role="alert">{error.text()}</p> : checks}
    </>
  );
}
