import { EnterpriseSign } from "@jipei/contract/training/enterprise-sign.ts";
import { type DerivedField, derived } from "../../../core/database/sql.ts";

const people = (state = "") =>
  `select count(*)::int from sign_up p where p.ent_sign_id = t.id and p.is_deleted = 0${state && ` and p.confirm_status = '${state}'`}`;

/** How many people a sign-up has (alias `t`), and how the institution has decided on them. */
export const enterpriseSignDerived: readonly DerivedField[] = [
  derived(EnterpriseSign, "signCount", people()),
  derived(EnterpriseSign, "pendingCount", people("unConfirm")),
  derived(EnterpriseSign, "acceptedCount", people("Confirm")),
  derived(EnterpriseSign, "returnedCount", people("back")),
];
