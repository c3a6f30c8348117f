import type { Entity } from "@jipei/contract/core/entity.ts";
import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import { Descriptions } from "antd";
import { Suspense, lazy } from "react";
import { FieldValue, isMasked } from "./field-value.tsx";
import { defaultViewFields, fieldOf, isWide, sectionsOf, valueIn } from "./fields.ts";
import type { FormSection } from "./fields.ts";
import { useLabel } from "./i18n/language.ts";
import { can, useSession } from "./session.ts";
import "./entity-view.css";

const Unmask = lazy(() => import("./unmask.tsx").then(({ Unmask }) => ({ default: Unmask })));

interface Props {
  entity: Entity;
  row: object;
  /** Field names, or sections of them; left out: every field that means something to people. */
  fields?: readonly string[] | readonly FormSection[];
}

/** The fields of a row with their labels. */
export function EntityView({ entity, row, fields = defaultViewFields(entity) }: Props) {
  const label = useLabel();
  const values = row as Record<string, unknown>;
  const mayUnmask = can(unmaskKey, useSession()) && values["id"] !== undefined;
  return sectionsOf(fields).map((section, i) => (
    <Descriptions
      key={i}
      className="entity-view"
      title={section.title && label(section.title)}
      bordered
      size="small"
      column={{ xs: 1, sm: 1, md: 2 }}
      items={section.fields.map((name) => {
        const field = fieldOf(entity, name);
        const value = valueIn(entity, values, name);
        const shown = <FieldValue field={field} value={value} unit />;
        const more = mayUnmask && isMasked(field, value) && (
          <Unmask entity={entity.name} id={String(values["id"])} name={name} field={field} />
        );
        return {
          key: name,
          label: label(field),
          span: isWide(field) ? "filled" : 1,
          children: more ? (
            <>
              {shown} <Suspense fallback={null}>{more}</Suspense>
            </>
          ) : (
            shown
          ),
        };
      })}
    />
  ));
}
