import { type RegionNode, regionCalls, getRegionPrefix } from "@jipei/contract/settings/region.ts";
import { useEffect, useState } from "react";
import { invoke } from "../core/api/call-client.ts";
import { useLabel } from "../core/i18n/language.ts";

const levels = [
  ["省（自治区、直辖市）", "Province"],
  ["市", "City"],
  ["县（区）", "County"],
] as const;

/** The codes above a county and itself: 330481 → 330000, 330400, 330481. */
const getChain = (code: string): string[] =>
  code === ""
    ? []
    : [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])].filter((one) =>
        code.startsWith(getRegionPrefix(one)),
      );

/** A county, or the city or province that is not divided further: one select for each level. */
export function RegionPick({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  const label = useLabel();
  const chain = getChain(value);
  return (
    <span className="setup-regions">
      {levels.map((words, level) => {
        const above = level === 0 ? "" : chain[level - 1];
        return above === undefined ? null : (
          <Level
            key={`${level} ${above}`}
            name={label(words)}
            above={above}
            value={chain[level] ?? ""}
            onChange={(code) => onChange(code || above)}
          />
        );
      })}
    </span>
  );
}

function Level({
  name,
  above,
  value,
  onChange,
}: {
  name: string;
  above: string;
  value: string;
  onChange: (code: string) => void;
}) {
  const [nodes, setNodes] = useState<RegionNode[] | null>(null);
  useEffect(() => {
    void invoke(regionCalls.lazyTree, above ? { parentCode: above } : {}).then(setNodes);
  }, [above]);
  const counties = nodes?.filter(({ id }) => id.length === 6) ?? [];
  if (counties.length === 0) return null;
  return (
    <select className="plain-field" aria-label={name} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{name}</option>
      {counties.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </select>
  );
}
