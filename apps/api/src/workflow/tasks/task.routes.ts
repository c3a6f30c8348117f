import type { InputOf } from "@jipei/contract/core/call.ts";
import { FlowFollow, flowFollowCalls } from "@jipei/contract/workflow/flow-follow.ts";
import { workCalls as calls } from "@jipei/contract/workflow/work.calls.ts";
import { sql } from "kysely";
import { everything } from "../../core/database/sql.ts";
import { type Route, reads, writes } from "../../core/http/implement.ts";
import { listPage } from "../../core/list/list.ts";
import { findColleagues } from "../instance/people.ts";
import { getAbsent } from "../stand-ins/absent.ts";
import { claimTask, unclaimTask } from "./claim.ts";
import { completeTask, completeTasks } from "./complete.ts";
import { delegateTask, recallTask, transferTask } from "./hand-over.ts";
import { returnTask } from "./return-task.ts";
import { addSigners, removeSigner } from "./signers.ts";
import { startProcess } from "./start-process.ts";
import { followExporter, followOptions, taskListRoutes } from "./task-lists.ts";
import { findWaiting } from "./waiting.ts";
import { copyTo, deleteProcess, deliverTo, readCopy, terminateProcess, urge, withdraw } from "./whole-process.ts";

/** All processes, for who follows them; one of them by its number. */
const followed = (query: InputOf<typeof flowFollowCalls.list>) => ({
  ...followOptions(() => everything),
  where: query.extra.processInstanceId ? [sql`t.id = ${query.extra.processInstanceId}`] : [],
});

/** What people do in processes. */
export const taskRoutes: readonly Route[] = [
  ...taskListRoutes,
  writes(calls.start, startProcess),
  writes(calls.claim, claimTask),
  writes(calls.unclaim, unclaimTask),
  writes(calls.complete, completeTask),
  writes(calls.completeAll, completeTasks),
  writes(calls.return, returnTask),
  writes(calls.withdraw, withdraw),
  writes(calls.transfer, transferTask),
  writes(calls.delegate, delegateTask),
  writes(calls.recall, recallTask),
  writes(calls.addSigner, addSigners),
  writes(calls.removeSigner, removeSigner),
  writes(calls.copy, copyTo),
  writes(calls.readCopy, readCopy),
  writes(calls.urge, urge),
  writes(calls.terminate, terminateProcess),
  reads(calls.waiting, (db, actor) => findWaiting(db, actor)),
  reads(calls.colleagues, async (db, actor, { name, userId }) =>
    findColleagues(db, await getAbsent(db, actor, userId ?? actor.userId), name),
  ),
  reads(flowFollowCalls.list, (_db, actor, query, app) => listPage(app, actor, FlowFollow, query, followed(query))),
  writes(flowFollowCalls.delete, deleteProcess),
  writes(flowFollowCalls.deliver, deliverTo),
  followExporter(flowFollowCalls.export, () => everything),
];
