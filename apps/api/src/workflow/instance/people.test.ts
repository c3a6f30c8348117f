import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { workCalls } from "@jipei/contract/workflow/work.calls.ts";
import { aColleague, aDefinition, chain, started } from "../../../test/factories/workflow.ts";
import { type TestApp, type TestUser, startTestApp } from "../../../test/support/test-app.ts";

/** Who gets a step that names nobody, but a role, a department or the leaders of the starter. */
let app: TestApp;
let starter: TestUser;
let near: TestUser;
let far: TestUser;
let colleague: TestUser;
let section: string;
before(async () => {
  app = await startTestApp();
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into department (org_name, dept_category, sort, create_user, update_user) values ('培训科', '1', 1, 0, 0) returning id::text`,
  );
  section = rows[0]?.id ?? "";
  starter = await aColleague(app, "clerk", section);
  near = await aColleague(app, "leader", section);
  colleague = await aColleague(app, "clerk", section);
  far = await aColleague(app, "leader");
});
after(() => app.close());

const namesOf = (...users: TestUser[]) => users.map(({ actor }) => actor.name);

let made = 0;
/** Who may claim the only step of a process that a user starts. */
async function candidates(attributes: string, by = starter): Promise<(string | null)[]> {
  const key = `people${++made}`;
  const processInstanceId = await started(by, await aDefinition(app, key, chain(key, [["check", attributes]])));
  const users = [starter, near, far, colleague];
  const totals = await Promise.all(users.map((user) => user.list(workCalls.claimList, { processInstanceId })));
  return users.filter((_, at) => totals[at]?.total === 1).map(({ actor }) => actor.name);
}

describe("candidates of a step", () => {
  it("are the leaders of the starter's department, and those of the bureau where it has none", async () => {
    assert.deepEqual(await candidates('flowable:candidateUsers="${leadersOf(starter)}"'), namesOf(near));
    assert.deepEqual(await candidates('flowable:candidateUsers="${leadersOf(starter)}"', far), namesOf(near, far));
  });

  it("are all of the starter's department, or of one that is named", async () => {
    const members = namesOf(starter, near, colleague);
    assert.deepEqual(await candidates('flowable:candidateGroups="dept:${deptOf(starter)}"'), members);
    assert.deepEqual(await candidates(`flowable:candidateGroups="dept:${section}"`, far), members);
    assert.deepEqual(await candidates(`flowable:candidateUsers="\${usersOfDept('${section},x')}"`, far), members);
  });

  it("are the active holders of a role", async () => {
    assert.deepEqual(
      await candidates(`flowable:candidateUsers="\${usersOfRole('leader,nobody')}"`),
      namesOf(near, far),
    );
    await app.pool.query(`update app_user set status = '0' where id = $1`, [near.actor.userId]);
    assert.deepEqual(await candidates(`flowable:candidateUsers="\${usersOfRole('leader')}"`), namesOf(far));
  });
});

describe("a step that several people sign", () => {
  const deployed = (people: string) => {
    const key = `people${++made}`;
    const loop = `<multiInstanceLoopCharacteristics flowable:collection="\${${people}}" flowable:elementVariable="signer" />`;
    return aDefinition(app, key, chain(key, [["check", 'flowable:assignee="${signer}"', loop]]));
  };

  it("is not come to (FLOW_FAILED) where there are fewer than it needs", async () => {
    for (const [people, words] of [
      [`atLeast(usersOfRole('nobody'), 1)`, "1 are needed, there are 0"],
      [`atLeast(usersOf('${far.actor.userId},${far.actor.userId}'), 2)`, "2 are needed, there are 1"],
    ] as const) {
      const input = { processDefinitionId: await deployed(people), title: null, variables: null, attachmentList: null };
      const { errorCode, msgEn } = await starter.refused(workCalls.start, input);
      assert.deepEqual([errorCode, msgEn?.includes(words)], ["FLOW_FAILED", true], msgEn ?? "");
    }
  });

  it("comes to all of them where they are enough", async () => {
    const two = `atLeast(usersOf('${far.actor.userId},${colleague.actor.userId}'), 2)`;
    const processInstanceId = await started(starter, await deployed(two));
    for (const user of [far, colleague])
      assert.equal((await user.list(workCalls.todoList, { processInstanceId })).total, 1);
  });
});
