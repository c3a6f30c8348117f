import type { Entity } from "@jipei/contract/core/entity.ts";
import { unmaskKey } from "@jipei/contract/access/unmask.ts";
import { Descriptions } from "antd";
import { Suspense } from "react";
import { FieldValue, isMasked } from "../form/field-value.tsx";
import { defaultViewFields, getField, getId, isWide, getSections, valueIn, getValue } from "../form/fields.ts";
import type { FieldList, FieldName } from "../form/fields.ts";
import { useLabel } from "../i18n/language.ts";
import { can, useSession } from "../session/session.ts";
import { lazyPart } from "../ui/lazy-part.ts";
import "./entity-view.css";

const Unmask = lazyPart(() => import("../session/unmask.tsx").then(({ Unmask }) => Unmask));

interface Props<E extends Entity> {
  entity: E;
  row: object;
  /** Field names, or sections of them; left out: every field that means something to people. */
  fields?: FieldList<FieldName<E>>;
}

/** The fields of a row with their labels. */
export function EntityView<E extends Entity>({ entity, row, fields = defaultViewFields(entity) }: Props<E>) {
  const label = useLabel();
  const mayUnmask = can(unmaskKey, useSession()) && getValue(row, "id") !== undefined;
  return getSections(fields).map((section, i) => (
    <Descriptions
      key={i}
      className="entity-view"
      title={section.title && label(section.title)}
      bordered
      size="small"
      column={{ xs: 1, sm: 1, md: 2 }}
      items={section.fields.map((name) => {
        const field = getField(entity, name);
        const value = valueIn(entity, row, name);
        const shown = <FieldValue field={field} value={value} unit />;
        const more = mayUnmask && isMasked(field, value) && (
          <Unmask entity={entity.name} id={getId(row)} name={name} field={field} />
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
