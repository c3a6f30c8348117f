import { isList } from "@jipei/contract/workflow/expression/values.ts";
import { sql } from "kysely";
import type { Tx } from "../../core/database/db.ts";
import { daysBetween, epoch } from "../../core/foundation/clock.ts";
import type { Services } from "../../core/foundation/services.ts";
import { notify } from "../../notices/notices.queries.ts";
import type { Host } from "../engine/host.ts";
import { WorkflowError } from "../engine/workflow-error.ts";
import type { Value, Variables } from "../engine/state.ts";
import type { ActionName, MethodName } from "../models/product-actions.ts";
import { getDepartment, getHolders, getLeaders, getMembers } from "./people.ts";
import { deliverWorker } from "./worker-names.ts";

interface Surroundings {
  tx: Tx;
  app: Services;
  /** Title of the process, for what it tells people. */
  title: string;
  instanceId: string;
  entered: NonNullable<Host["entered"]>;
  startChild: Host["startChild"];
  cancelChild: Host["cancelChild"];
}

/** What a process finds around it, within the transaction of one step. */
export function createHost({ tx, app, title, instanceId, entered, startChild, cancelChild }: Surroundings): Host {
  return {
    now: new Date(epoch()),
    entered,
    startChild,
    cancelChild,
    action: (name, inputs) => actions[name as ActionName](tx, title, inputs),
    method: (name, parameters) => methods[name.replace(/^.*\./, "") as MethodName](tx, parameters),
    async signal(name) {
      // Each of those that wait now gets it once, in a step of its own.
      const { rows } = await sql<{ instanceId: string; key: string }>`
        update flow_wait set arrivals = arrivals + 1 where kind = 'signal' and name = ${name} and instance_id <> ${instanceId} returning instance_id, key`.execute(
        tx,
      );
      for (const wait of rows) await app.jobs.send(tx, deliverWorker, wait);
    },
  };
}

/** What service tasks may do. */
const actions: Readonly<Record<ActionName, (tx: Tx, title: string, inputs: Variables) => Promise<Variables>>> = {
  /** Tells users (`to`: their ids) the text `text`. */
  async notify(tx, title, { to, text }) {
    const receivers = toTexts(to ?? null);
    const words = String(text ?? title);
    await notify(tx, {
      to: {
        userIds: receivers.filter((one) => /^\d{1,18}$/.test(one)),
      },
      title: { zh: title, en: title },
      text: { zh: words, en: words },
    });
    return {};
  },
};

/** What expressions may ask. */
const methods: Readonly<Record<MethodName, (tx: Tx, parameters: readonly Value[]) => Promise<Value>>> = {
  usersOf: async (_tx, [ids]) => [...new Set(split(ids))],
  usersOfRole: async (tx, [aliases]) => distinct(split(aliases).map((alias) => getHolders(tx, alias))),
  usersOfDept: async (tx, [ids]) => distinct(split(ids).map((id) => getMembers(tx, id))),
  atLeast: async (_tx, [users = null, count = null]) => {
    const [found, needed] = [isList(users) ? new Set(users).size : 0, Number(count)];
    if (found < needed) throw new WorkflowError("TOO_FEW_PEOPLE", { needed, found });
    return users;
  },
  leadersOf: (tx, [userId]) => getLeaders(tx, String(userId)),
  deptOf: (tx, [userId]) => getDepartment(tx, String(userId)),
  daysBetween: async (_tx, [from, to]) => daysBetween(String(from).slice(0, 10), String(to).slice(0, 10)),
};

/** Several names in one text, with commas between. */
const split = (value: Value | undefined): string[] =>
  String(value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
const distinct = async (lists: Promise<string[]>[]): Promise<string[]> => [
  ...new Set((await Promise.all(lists)).flat()),
];

function toTexts(value: Value): string[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
