import { policyChangeCalls } from "@jipei/contract/policy/policy-change.ts";
import { parameterCalls } from "@jipei/contract/settings/parameter.ts";
import type { ParameterKey } from "@jipei/contract/settings/parameters.ts";
import type { TestApp } from "../support/test-app.ts";

/** Approves a change that somebody else proposed; a row that was saved at once has none. */
export async function approvePolicy(app: TestApp, changeId: string | null | undefined): Promise<void> {
  if (changeId) await app.as("leader").call(policyChangeCalls.approve, { ids: changeId });
}

/** Sets a parameter of a formula as an office does: the administrator proposes, the leader approves. */
export async function setPolicyParameter(app: TestApp, paramKey: ParameterKey, paramValue: string): Promise<void> {
  const admin = app.as("sysAdmin");
  const { records } = await admin.list(parameterCalls.list, { paramKey, size: "50" });
  const known = records.find((row) => row.paramKey === paramKey);
  const saved = await admin.call(
    parameterCalls.submit,
    (known ? { id: known.id, paramValue } : { paramKey, paramName: paramKey, paramValue }) as never,
  );
  await approvePolicy(app, saved.policyChangeId);
}
