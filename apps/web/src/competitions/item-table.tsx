import type { WholeCompetition } from "@jipei/contract/competitions/competition.ts";
import { level } from "@jipei/contract/core/fields/codes.ts";
import { useCodeText } from "../core/format/status-tag.tsx";
import { useLabel } from "../core/i18n/language.ts";
import { Empty } from "../core/ui/states.tsx";
import "./competitions.css";

/** The items of a competition with the places that are left. */
export function ItemTable({ items }: Pick<WholeCompetition, "items">) {
  const label = useLabel();
  const codeText = useCodeText();
  if (items.length === 0) return <Empty text={label(["还没有竞赛项目", "No items yet"])} />;
  const heads = [
    ["编号", "No."],
    ["项目", "Item"],
    ["职业(工种)", "Occupation"],
    ["等级", "Level"],
    ["已报 / 名额", "Taken / places"],
    ["每队人数", "Per team"],
  ] as const;
  return (
    <table className="competition-items">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head[1]} scope="col">
              {label(head)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.itemNo}>
            <td>{item.itemNo}</td>
            <td>{item.itemName}</td>
            <td>{item.occupationName}</td>
            <td>{item.level ? codeText(level, item.level) : "—"}</td>
            <td className="numeric">{`${item.taken} / ${item.quota}`}</td>
            <td className="numeric">{item.teamSize}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
