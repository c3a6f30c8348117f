import { EnterpriseTotal, enterpriseTotalCalls } from "@jipei/contract/enterprises/enterprise-total.ts";
import { exporter } from "../core/excel/export.ts";
import { enterpriseScope } from "./enterprise-total.scope.ts";

export const enterprisesExports = [exporter(EnterpriseTotal, enterpriseTotalCalls.export, { scope: enterpriseScope })];
