import { type RoleAlias, roleAliases, roles } from "@jipei/contract/core/roles.ts";
import { departmentCalls } from "@jipei/contract/users/department.ts";
import { takers } from "@jipei/contract/workflow/flow-codes.ts";
import { Input, InputNumber, Select, TreeSelect } from "antd";
import { useId } from "react";
import { useCall } from "../../core/api/use-call.ts";
import { useLabel } from "../../core/i18n/language.ts";
import type { Named } from "../../core/i18n/language.ts";
import { getPlaces } from "../../core/tree/tree-words.ts";
import { ColleagueSelect } from "../colleague-select.tsx";
import type { People, PeopleKind, Signing } from "./people.ts";
import { UserName } from "./user-name.tsx";

const kinds: Readonly<Record<PeopleKind, Named>> = {
  roles: ["角色", "Role"],
  users: ["指定人员", "Named people"],
  depts: ["部门", "Department"],
  leaders: ["发起人的领导", "Leaders of the starter"],
  starterDept: ["发起人的部门", "Department of the starter"],
  starter: ["发起人本人", "The starter"],
  expression: ["表达式", "Expression"],
};
const order = Object.keys(kinds) as PeopleKind[];

const empty: Readonly<Record<PeopleKind, People>> = {
  roles: { kind: "roles", aliases: [] },
  users: { kind: "users", ids: [] },
  depts: { kind: "depts", ids: [] },
  leaders: { kind: "leaders" },
  starterDept: { kind: "starterDept" },
  starter: { kind: "starter" },
  expression: { kind: "expression", text: "${}" },
};

/** Kinds of which one says more: which roles, which people. */
const lists: Partial<Record<PeopleKind, true>> = { roles: true, users: true, depts: true, expression: true };

const signings: Readonly<Record<Signing["kind"], Named>> = {
  one: ["一人签收办理", "Whoever claims it"],
  all: ["会签：全部同意", "All have to agree"],
  any: ["或签：一人答复即可", "The first answer decides"],
  least: ["至少几人同意", "At least so many agree"],
};
const ways = Object.keys(signings) as Signing["kind"][];

interface Props {
  people: People;
  signing: Signing;
  onChange: (people: People, signing: Signing) => void;
}

/** Who does a step, and how many of them have to agree. */
export function PeopleEditor({ people, signing, onChange }: Props) {
  const label = useLabel();
  const id = useId();
  return (
    <>
      <div>
        <label htmlFor={`${id}-kind`}>{label(["办理人", "Done by"])}</label>
        <Select
          id={`${id}-kind`}
          value={people.kind}
          onChange={(kind: PeopleKind) => onChange(empty[kind], kind === "starter" ? { kind: "one" } : signing)}
          options={order.map((kind) => ({ value: kind, label: label(kinds[kind]) }))}
          style={{ width: "100%" }}
        />
      </div>
      {people.kind in lists && (
        <div>
          <span className="people-label" aria-hidden="true">
            {label(kinds[people.kind])}
          </span>
          <Chosen people={people} onChange={(next) => onChange(next, signing)} />
        </div>
      )}
      {people.kind !== "starter" && (
        <div>
          <label htmlFor={`${id}-way`}>{label(["办理方式", "How many"])}</label>
          <Select
            id={`${id}-way`}
            value={signing.kind}
            onChange={(kind: Signing["kind"]) => onChange(people, kind === "least" ? { kind, count: 2 } : { kind })}
            options={ways.map((kind) => ({ value: kind, label: label(signings[kind]) }))}
            style={{ width: "100%" }}
          />
        </div>
      )}
      {signing.kind === "least" && (
        <div>
          <label htmlFor={`${id}-count`}>{label(["同意人数", "How many agree"])}</label>
          <InputNumber
            id={`${id}-count`}
            min={1}
            max={100}
            precision={0}
            value={signing.count}
            onChange={(count) => onChange(people, { kind: "least", count: count ?? 1 })}
            style={{ width: "100%" }}
          />
        </div>
      )}
    </>
  );
}

/** Which people, roles or departments. */
function Chosen({ people, onChange }: { people: People; onChange: (people: People) => void }) {
  const label = useLabel();
  const name = label(kinds[people.kind]);
  switch (people.kind) {
    case "roles":
      return <Roles name={name} aliases={people.aliases} onChange={(aliases) => onChange({ ...people, aliases })} />;
    case "users":
      return (
        <ColleagueSelect
          aria-label={name}
          multiple
          value={people.ids}
          onChange={(ids) => onChange({ ...people, ids })}
          nameOf={(id) => <UserName id={id} />}
        />
      );
    case "depts":
      return <Departments name={name} ids={people.ids} onChange={(ids) => onChange({ ...people, ids })} />;
    case "expression":
      return (
        <Input
          aria-label={name}
          value={people.text}
          onChange={(event) => onChange({ ...people, text: event.target.value })}
        />
      );
    default:
      return null;
  }
}

interface RolesProps {
  name: string;
  aliases: readonly RoleAlias[];
  onChange: (aliases: RoleAlias[]) => void;
}

/** The roles that act on tasks; one that a model names besides stays. */
function Roles({ name, aliases, onChange }: RolesProps) {
  const label = useLabel();
  const offered = [...new Set<RoleAlias>([...takers, ...aliases])];
  return (
    <Select
      aria-label={name}
      mode="multiple"
      value={[...aliases]}
      onChange={onChange}
      options={offered.map((alias) => ({
        value: alias,
        label: roleAliases.includes(alias) ? label(roles[alias]) : alias,
      }))}
      showSearch={{ optionFilterProp: "label" }}
      placeholder={label(["请选择角色", "Choose roles"])}
      style={{ width: "100%" }}
    />
  );
}

function Departments({
  name,
  ids,
  onChange,
}: {
  name: string;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const label = useLabel();
  const { data } = useCall(departmentCalls.tree, {});
  return (
    <TreeSelect<string[]>
      aria-label={name}
      multiple
      value={[...ids]}
      onChange={onChange}
      treeData={getPlaces(data ?? [], label)}
      treeNodeFilterProp="title"
      placeholder={label(["请选择部门", "Choose departments"])}
      style={{ width: "100%" }}
    />
  );
}
