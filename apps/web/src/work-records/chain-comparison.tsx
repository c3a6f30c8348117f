import {
  type Chain,
  type ClassFigureName,
  type FigureName,
  type RecordEntity,
  figureFields,
  figuresOf,
  isOfClasses,
} from "@jipei/contract/work-records/work-record.ts";
import { InjuriesBehind } from "./injuries-behind.tsx";
import { useFieldText } from "../core/form/field-value.tsx";
import { getValue } from "../core/form/fields.ts";
import { useLabel } from "../core/i18n/language.ts";
import { Link } from "../core/page/link.ts";
import { FieldTable } from "../core/ui/field-table.tsx";

interface Props {
  entity: RecordEntity;
  /** The record, or what is typed so far. */
  row: object;
  chain: Chain;
}

/** The figures that a record states otherwise than the system counts. */
export const findDifferences = (names: readonly FigureName[], row: object, { figures }: Chain): FigureName[] =>
  names.filter((name) => {
    const value = getValue(row, name);
    return value !== null && value !== undefined && value !== "" && Number(value) !== Number(figures[name]);
  });

/** What a record states beside what the system counts, and the classes behind each figure. */
export function ChainComparison({ entity, row, chain }: Props) {
  const label = useLabel();
  const getText = useFieldText();
  const names = figuresOf(entity);
  const differing = new Set(findDifferences(names, row, chain));
  return (
    <section>
      <h2 className="section-title">{label(["与系统数据对照", "Compared with what the system counts"])}</h2>
      <FieldTable name={label(["与系统数据对照", "Compared with what the system counts"])}>
        <thead>
          <tr>
            <th>{label(["指标", "Figure"])}</th>
            <th>{label(["填报", "Reported"])}</th>
            <th>{label(["系统", "System"])}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className={differing.has(name) ? "changed" : undefined}>
              <th scope="row">{label(figureFields[name])}</th>
              <td className="numeric">{getText(figureFields[name], getValue(row, name)) || "—"}</td>
              <td className="numeric">{getText(figureFields[name], chain.figures[name])}</td>
            </tr>
          ))}
        </tbody>
      </FieldTable>
      {chain.classes.length > 0 && <ClassesBehind names={names.filter(isOfClasses)} chain={chain} />}
      {chain.injuries.length > 0 && <InjuriesBehind injuries={chain.injuries} />}
    </section>
  );
}

function ClassesBehind({ names, chain }: { names: readonly ClassFigureName[]; chain: Chain }) {
  const label = useLabel();
  const getText = useFieldText();
  const title = label([`相关班级（${chain.classes.length}个）`, `Classes behind (${chain.classes.length})`]);
  return (
    <details>
      <summary>{title}</summary>
      <FieldTable name={title}>
        <thead>
          <tr>
            <th>{label(["班级", "Class"])}</th>
            {names.map((name) => (
              <th key={name}>{label(figureFields[name])}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {chain.classes.map((one) => (
            <tr key={one.classId}>
              <th scope="row">
                <Link to={one.side === "2" ? `/enterprise/class/${one.classId}` : `/class/detail/${one.classId}`}>
                  {one.className}
                </Link>
              </th>
              {names.map((name) => (
                <td key={name} className="numeric">
                  {getText(figureFields[name], one[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </FieldTable>
    </details>
  );
}
