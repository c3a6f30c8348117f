import { claimExport, findingExport, lineExport } from "@jipei/contract/subsidies/subsidy-application.calls.ts";
import {
  enterpriseClaimCalls,
  enterpriseLineCalls,
} from "@jipei/contract/subsidies/enterprise-subsidy-application.calls.ts";
import { EnterpriseSubsidyApplication } from "@jipei/contract/subsidies/enterprise-subsidy-application.ts";
import { EnterpriseSubsidyLine } from "@jipei/contract/subsidies/enterprise-subsidy-line.ts";
import {
  paymentList,
  paymentQueueExport,
  submittedClaimsExport,
} from "@jipei/contract/subsidies/payment-list.calls.ts";
import { Finding } from "@jipei/contract/subsidies/finding.ts";
import { SubsidyApplication } from "@jipei/contract/subsidies/subsidy-application.ts";
import { SubsidyLine } from "@jipei/contract/subsidies/subsidy-line.ts";
import { sql } from "kysely";
import { exporter } from "../core/excel/export.ts";
import { submitted } from "./claim/claim-calls.ts";
import {
  claimScope,
  enterpriseClaimScope,
  enterpriseLineScope,
  findingScope,
  institutionClaimScope,
  lineScope,
} from "./claim/claim.scope.ts";

/** What is in publicity, to be paid, or paid: of both sides. */
const completed = { scope: claimScope, where: [sql`t.status = 'compile'`] };

/** Every list of the domain as a workbook. */
export const subsidiesExports = [
  exporter(SubsidyApplication, claimExport, { scope: institutionClaimScope }),
  exporter(SubsidyLine, lineExport, { scope: lineScope }),
  exporter(EnterpriseSubsidyApplication, enterpriseClaimCalls.export, { scope: enterpriseClaimScope }),
  exporter(EnterpriseSubsidyLine, enterpriseLineCalls.export, { scope: enterpriseLineScope }),
  exporter(Finding, findingExport, { scope: findingScope, from: "single_finding" }),
  exporter(SubsidyApplication, submittedClaimsExport, submitted),
  exporter(SubsidyApplication, paymentQueueExport, completed),
  exporter(SubsidyApplication, paymentList, {
    ...completed,
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
      "advanceAmount",
      "dueAmount",
      "payStatus",
      "publicityEnd",
      "payBatchNo",
      "payDate",
      "payAmount",
    ],
  }),
];
