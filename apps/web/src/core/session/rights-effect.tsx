import type { EffectOnGroup, GainAndLoss, RightsEffect as Effect } from "@jipei/contract/access/rights-change.ts";
import { useLabel } from "../i18n/language.ts";
import { joinNames } from "../i18n/join-names.ts";
import "./rights-effect.css";

const shown = 12;
const kinds = {
  menus: ["菜单", "Menus"],
  buttons: ["按钮", "Buttons"],
  dataScopes: ["数据权限", "Data scopes"],
  calls: ["接口", "Calls"],
} as const;

/** Who gains and who loses what by a change of permissions: one section for users who have the same roles. */
export function RightsEffect({ effect: { groups, users, most } }: { effect: Effect }) {
  const label = useLabel();
  if (groups.length === 0)
    return <p className="unit">{label(["没有用户因此得到或失去权限。", "No user gains or loses any rights."])}</p>;
  return (
    <div className="rights-effect" tabIndex={0} role="group" aria-label={label(["影响范围", "Who is affected"])}>
      <p>{label([`影响 ${users} 名用户：`, users === 1 ? "One user is affected:" : `${users} users are affected:`])}</p>
      {groups.map((group, at) => (
        <Group key={at} group={group} most={most} />
      ))}
    </div>
  );
}

function Group({ group, most }: { group: EffectOnGroup; most: number }) {
  const label = useLabel();
  const roles = joinNames(group.roles.map((role) => label(role)));
  const number = (n: number) => (n >= most ? `${most}+` : String(n));
  return (
    <section>
      <h3 className="section-title">
        {roles}{" "}
        <span className="unit">
          {label([`${group.users} 人`, group.users === 1 ? "1 user" : `${group.users} users`])}
        </span>
      </h3>
      <ul>
        {(Object.keys(kinds) as (keyof typeof kinds)[]).map((kind) => (
          <Parts key={kind} title={label(kinds[kind])} parts={group[kind]} />
        ))}
        {group.rows.map((row) => (
          <li key={row.en}>
            {label([
              `${row.zh}：用户 ${row.account} 可见 ${number(row.before)} → ${number(row.after)} 条`,
              `${row.en}: ${row.account} sees ${number(row.before)} → ${number(row.after)} rows`,
            ])}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Parts({ title, parts: { given, taken } }: { title: string; parts: GainAndLoss }) {
  const label = useLabel();
  const list = (names: GainAndLoss["given"], tone: "good" | "bad", word: string) =>
    names.length > 0 && (
      <li key={tone}>
        <span className={`status-tag tone-${tone}`}>{word}</span>{" "}
        {joinNames(names.slice(0, shown).map((name) => label(name)))}
        {names.length > shown && label([` 等 ${names.length} 项`, `, ${names.length} in all`])}
      </li>
    );
  return [
    list(given, "good", label([`得到${title}`, `Gain: ${title}`])),
    list(taken, "bad", label([`失去${title}`, `Lose: ${title}`])),
  ];
}
