import { claimExport, findingExport, lineExport } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import { paymentList } from "@jipei/contract/subsidies/payment-list.calls.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import { exporter } from "../core/excel/export.ts";
import { claimScope, findingScope, lineScope } from "./claim/claim.scope.ts";

/** Every list of the domain as a workbook. */
export const subsidiesExports = [
  exporter(SubsidyApplication, claimExport, { scope: claimScope }),
  exporter(SubsidyLine, lineExport, { scope: lineScope }),
  exporter(Finding, findingExport, { scope: findingScope, from: "single_finding" }),
  exporter(SubsidyApplication, paymentList, {
    scope: claimScope,
    where: [sql`t.status = 'compile'`],
    forPurpose: true,
    fields: [
      "applyNo",
      "orgName",
      "className",
      "bankAccountName",
      "bankName",
      "bankAccount",
      "approvedCount",
      "approvedAmount",
      "payStatus",
      "publicityEnd",
      "payBatchNo",
      "payDate",
      "payAmount",
    ],
  }),
];
