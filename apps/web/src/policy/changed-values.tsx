import { SubsidyStandard } from "@jipei/contract/catalogue/subsidy-standard.ts";
import { TrainingSubsidyKind } from "@jipei/contract/catalogue/training-subsidy-kind.ts";
import type { Entity } from "@jipei/contract/core/entity.ts";
import type { PolicyChangeRow, PolicySubject } from "@jipei/contract/policy/policy-change.ts";
import { Parameter } from "@jipei/contract/settings/parameter.ts";
import { BeforeAfter } from "../core/crud/before-after.tsx";
import { getFields } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";

const entities: Readonly<Record<PolicySubject, Entity>> = { SubsidyStandard, TrainingSubsidyKind, Parameter };

/** What a change replaces, field by field; of a new row all fields are new. */
export function ChangedValues({ row }: { row: PolicyChangeRow }) {
  const label = useLabel();
  if (!row.subject) return null;
  const before = row.stateBefore ?? {};
  const after = row.stateAfter ?? {};
  return (
    <section>
      <h3 className="section-title">{label(["变更内容", "What changes"])}</h3>
      <BeforeAfter
        isNew={row.changeKind === "add"}
        changes={Object.entries(getFields(entities[row.subject]))
          // References say nothing by their number: the title names course and document.
          .filter(([name, field]) => name in after && field.kind !== "ref")
          .map(([name, field]) => ({ name, field, before: before[name], after: after[name] }))}
      />
    </section>
  );
}
