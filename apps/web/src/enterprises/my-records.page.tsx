import { enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { useCall } from "../core/api/use-call.ts";
import { Records } from "./records.page.tsx";

/** 企业台账 of an enterprise: its own record of each year. */
export default function MyRecordsPage() {
  const last = useCall(enterpriseTotalCalls.list, { current: 1, size: 1 });
  return <Records own last={last.data?.records[0]} />;
}
