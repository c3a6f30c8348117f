import { summaryCalls } from "@jipei/contract/home/summary.ts";
import { useCall } from "../../core/api/use-call.ts";
import { formatCount } from "../../core/format/numbers.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { Empty } from "../../core/ui/states.tsx";

/**
 * The county's towns as tiles, the darker the more people were trained there. Borders of towns are in no register that an office has, and maps from
 * outside would tell others who looks: a tile for each town needs neither.
 */
export function TownMap({ year, refresh }: { year: number; refresh: number }) {
  const label = useLabel();
  const found = useCall(
    summaryCalls.list,
    { year, groupBy: "region" },
    { refetchInterval: refresh, keepPrevious: true },
  );
  const towns = found.data?.records ?? [];
  const most = Math.max(1, ...towns.map(({ enrolCount }) => enrolCount));
  return (
    <figure className="town-map">
      <figcaption>{label(["各地参训人次", "Enrolments by town"])}</figcaption>
      {towns.length === 0 && !found.isLoading ? (
        <Empty />
      ) : (
        <ul>
          {towns.map((town) => (
            <li
              key={town.groupKey}
              style={{ "--share": `${Math.round((town.enrolCount / most) * 70) + 10}%` } as object}
            >
              <span>{label([town.groupName, town.groupNameEn])}</span>
              <strong>{formatCount(town.enrolCount)}</strong>
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
