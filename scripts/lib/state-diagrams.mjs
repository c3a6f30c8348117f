import { getTargets } from "@jipei/contract/core/machine.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import { machines } from "@jipei/contract/machines.ts";

/** Where a machine is shown in a page: everything between the two marks is generated. */
const place = /(<!-- machine (\w+) -->\n)[\s\S]*?(<!-- end -->)/g;

/**
 * Writes diagram and table of each machine that a page names into the page.
 * @param {string} page Markdown
 * @returns {{ text: string, named: string[] }} the page, and the machines it shows
 */
export function withMachines(page) {
  const named = [];
  const text = page.replace(place, (_all, begin, name, end) => {
    const machine = machines.find((one) => one.name === name);
    if (!machine) throw new Error(`no machine is called ${name}`);
    named.push(name);
    return `${begin}\n${drawDiagram(machine)}\n\n${getTable(machine)}\n\n${end}`;
  });
  return { text, named };
}

/** Moves between states as a Mermaid diagram; moves that do not change the state are in the table only. */
export function drawDiagram({ states, initial, actions }) {
  const word = (code) => `${states.codes[code][1]} ${states.codes[code][0]}`;
  const moves = new Map();
  for (const action of Object.values(actions).filter((one) => !stays(one)))
    for (const from of action.from)
      for (const to of getTargets(action)) {
        const key = `  s${from} --> s${to}`;
        moves.set(key, [...(moves.get(key) ?? []), action.en]);
      }
  const final = Object.keys(states.codes).filter(
    (code) => !Object.values(actions).some(({ from }) => from.includes(code)),
  );
  return [
    "```mermaid",
    "stateDiagram-v2",
    ...Object.keys(states.codes).map((code) => `  state "${word(code)}" as s${code}`),
    `  [*] --> s${initial}`,
    ...[...moves].map(([key, names]) => `${key}: ${names.join(" / ")}`),
    ...final.map((code) => `  s${code} --> [*]`),
    "```",
  ].join("\n");
}

const stays = (action) => getTargets(action).join() === action.from.join();

function getTable({ states, actions }) {
  const words = (codes) => codes.map((code) => states.codes[code][1]).join(", ");
  const rows = Object.entries(actions).map(([name, action]) => {
    const needs = [action.reason && "a reason", action.notOwn && "not one’s own"].filter(Boolean).join(", ");
    const moved = stays(action) ? "stays" : words(getTargets(action));
    return `| \`${name}\` ${action.zh} ${action.en} | ${words(action.from)} | ${moved} | ${action.clock ? "the clock" : action.by.map((role) => roles[role].en).join(", ")} | ${needs} |`;
  });
  return ["| Move | From | To | Who, by default | Needs |", "|---|---|---|---|---|", ...rows].join("\n");
}
