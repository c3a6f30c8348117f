import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { People, Signing } from "../model/people.ts";
import { fromAssignment, toAssignment } from "../model/people.ts";
import { readSteps } from "./read-steps.ts";
import { type StepModel, newStep } from "./step-model.ts";
import { writeSteps } from "./write-steps.ts";

const model: StepModel = {
  key: "overtime",
  name: "加班 <申请> & “审批” --",
  fields: [
    { name: "hours", label: "小时", kind: "number", required: true, choices: [] },
    { name: "kind", label: "类别", kind: "choice", required: false, choices: [{ value: "1", label: "平时" }] },
  ],
  steps: [
    { ...newStep("科长审批"), people: { kind: "leaders" }, days: 3, rights: { hours: "write" } },
    {
      ...newStep("三人会签"),
      people: { kind: "users", ids: ["3", "4", "5"] },
      signing: { kind: "least", count: 2 },
      rights: { kind: "hidden" },
    },
  ],
  refusal: "return",
  language: "zh",
};

describe("a list of steps as BPMN", () => {
  it("is read back as it was written, whatever its texts", () => {
    assert.deepEqual(readSteps(writeSteps(model)), model);
    assert.deepEqual(readSteps(`\n${writeSteps(model)}\n`), model);
  });

  it("is read as it was written before steps said how many people they need", () => {
    const written = writeSteps(model);
    const before = written.replace("${atLeast(usersOf('3,4,5'), 2)}", "${usersOf('3,4,5')}");
    assert.notEqual(before, written);
    assert.deepEqual(readSteps(before), model);
    assert.equal(readSteps(written.replace(", 2)}", ", 3)}")), null);
  });

  it("is no list any more once somebody has drawn in it", () => {
    assert.equal(readSteps(writeSteps(model).replace("P3D", "P4D")), null);
    assert.equal(readSteps("<definitions />"), null);
    assert.equal(readSteps("<!-- steps {broken -->"), null);
    assert.equal(readSteps("<!-- steps {} -->"), null);
  });

  it("says who does each step, until when, and what they may fill in", () => {
    const xml = writeSteps(model);
    for (const part of [
      '<bpmn:process id="overtime" name="加班 &lt;申请&gt; &amp; “审批” --" isExecutable="true">',
      '<bpmn:userTask id="step1" name="科长审批" flowable:candidateUsers="${leadersOf(starter)}" flowable:dueDate="P3D">',
      '<flowable:formProperty id="hours" name="小时" type="double" required="true" />',
      '<flowable:formProperty id="kind" name="类别" type="enum" readable="false" writable="false">',
      "flowable:collection=\"${atLeast(usersOf('3,4,5'), 2)}\"",
      '<bpmn:userTask id="apply" name="填写申请" flowable:assignee="${starter}">',
      '<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${!pass}</bpmn:conditionExpression>',
    ])
      assert.ok(xml.includes(part), part);
    assert.equal(xml.match(/<!--.*-->/g)?.length, 1);
    assert.ok(!/--(?!>)/.test(/<!--(.*)-->/.exec(xml)?.[1] ?? "--"));
  });

  it("says how fields are computed, and what tables consist of", () => {
    const purchase: StepModel = {
      ...model,
      fields: [
        {
          name: "items",
          label: "明细",
          kind: "table",
          required: true,
          choices: [],
          mostRows: 20,
          columns: [
            { name: "what", label: "品名", kind: "text", required: true, choices: [] },
            { name: "price", label: "单价", kind: "money", required: false, choices: [] },
            { name: "cost", label: "金额", kind: "money", required: true, choices: [], calculation: "price * 2" },
          ],
        },
        {
          name: "sum",
          label: "合计",
          kind: "money",
          required: true,
          choices: [],
          calculation: "sum(items.cost) > 0 ? 1 : 2",
        },
        // What was a number once is no formula any more.
        { name: "note", label: "说明", kind: "text", required: false, choices: [], calculation: "sum" },
      ],
      steps: [newStep("审批")],
    };
    const xml = writeSteps(purchase);
    assert.deepEqual(readSteps(xml), purchase);
    for (const part of [
      '<flowable:formProperty id="items" name="明细" type="table" required="true" mostRows="20">',
      '<flowable:column id="what" name="品名" type="string" required="true" />',
      '<flowable:column id="cost" name="金额" type="money" calculation="price * 2" />',
      '<flowable:formProperty id="sum" name="合计" type="money" calculation="sum(items.cost) &gt; 0 ? 1 : 2" />',
      '<flowable:formProperty id="note" name="说明" type="string" />',
    ])
      assert.ok(xml.includes(part), part);
  });

  it("names what comes with it in the language of who wrote it", () => {
    assert.match(writeSteps({ ...model, language: "en" }), /name="Fill in"/);
  });

  it("leads every refusal back to the starter, or to the end", () => {
    const count = (xml: string, target: string) => xml.split(`targetRef="${target}"`).length - 1;
    assert.equal(count(writeSteps(model), "apply"), 3);
    assert.equal(count(writeSteps({ ...model, refusal: "end" }), "refused"), 2);
    assert.equal(count(writeSteps({ ...model, refusal: "end" }), "apply"), 1);
    assert.equal(count(writeSteps({ ...model, steps: [] }), "end"), 1);
  });
});

describe("who does a step", () => {
  const people: People[] = [
    { kind: "starter" },
    { kind: "leaders" },
    { kind: "starterDept" },
    { kind: "users", ids: ["3"] },
    { kind: "users", ids: ["3", "4"] },
    { kind: "roles", aliases: ["clerk", "leader"] },
    { kind: "depts", ids: ["7", "8"] },
    { kind: "expression", text: "${approver}" },
  ];
  const signings: Signing[] = [{ kind: "one" }, { kind: "all" }, { kind: "any" }, { kind: "least", count: 2 }];

  it("is read back from the attributes of the task", () => {
    for (const one of people)
      for (const signing of signings) {
        const expected = one.kind === "starter" ? { kind: "one" } : signing;
        assert.deepEqual(fromAssignment(toAssignment(one, signing)), { people: one, signing: expected });
      }
  });
});
