import { exporter } from "../../core/excel/export.ts";
import { Parameter, parameterCalls as calls } from "@jipei/contract/settings/parameter.ts";
import { isPolicyParameter, isSecurityParameter, parameters } from "@jipei/contract/settings/parameters.ts";
import { crudRoutes } from "../../core/entity/crud.ts";
import { writes } from "../../core/http/implement.ts";
import { policyControlled } from "../../policy/policy.queries.ts";
import { parameterOptions } from "../../settings/settings.queries.ts";
import { rightsControlled } from "./rights-change.ts";

/**
 * Some parameters decide about rights and security, others about money, so the routes of parameters are here: with the checks of changes of rights,
 * and as changes that a second person approves.
 */
const options = rightsControlled(parameterOptions, ({ paramKey = "" }) => isSecurityParameter(paramKey));

const defaults: Readonly<Record<string, { value: string }>> = parameters;
export const policyParameters = policyControlled(options, "Parameter", {
  governs: ({ paramKey = "" }) => isPolicyParameter(paramKey),
  draft: (input) => ({ ...input, paramValue: defaults[input.paramKey ?? ""]?.value ?? input.paramValue }),
  title: (_tx, { paramName, paramKey, paramValue }) => `${paramName}（${paramKey}）→ ${paramValue}`,
});

export const parameterExport = exporter(Parameter, calls.export, options);
export const parameterRoutes = crudRoutes(calls, options, {
  submit: writes(calls.submit, (tx, actor, { effectDate, ...input }, app) =>
    policyParameters.save(tx, actor, input, app, effectDate ?? null),
  ),
  remove: writes(calls.remove, policyParameters.remove),
});
