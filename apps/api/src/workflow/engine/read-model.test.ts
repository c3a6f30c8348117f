import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readModel } from "./read-model.ts";
import { bpmn, flow, issuesOf, modelOf, offers, path, user } from "./scenarios/scenario.ts";

/** A process of a start, these elements in one line, and an end. */
const line = (elements: string, ...ids: string[]) =>
  bpmn(`<startEvent id="s"/>${elements}<endEvent id="e"/>${path(["s", ...ids, "e"].join(" > "))}`);

describe("what Flowable's family writes", () => {
  test("attributes of Activiti and Camunda are read as Flowable's, whatever their prefix", async () => {
    for (const [prefix, uri] of [
      ["activiti", "http://activiti.org/bpmn"],
      ["camunda", "http://camunda.org/schema/1.0/bpmn"],
      ["x", "http://flowable.org/bpmn"],
    ] as const) {
      const xml = line(user("a", `${prefix}:assignee="zhang" ${prefix}:candidateGroups="clerk, dept:\${d}"`), "a")
        .replace("targetNamespace", `xmlns:${prefix}="${uri}" targetNamespace`)
        .replace(
          `xmlns:flowable="http://flowable.org/bpmn"`,
          prefix === "x" ? "" : `xmlns:flowable="http://flowable.org/bpmn"`,
        );
      const task = (await modelOf(xml)).elements.get("a");
      assert.ok(task?.type === "userTask");
      assert.equal(task.assignee?.source, "zhang");
      assert.deepEqual(
        task.candidateGroups.map((group) => group.source),
        ["clerk", "dept:${d}"],
      );
    }
  });

  test("people in the elements of BPMN", async () => {
    const assignment = (text: string) =>
      `<resourceAssignmentExpression><formalExpression>${text}</formalExpression></resourceAssignmentExpression>`;
    const xml = line(
      `<userTask id="a"><humanPerformer>${assignment("zhang")}</humanPerformer>
       <potentialOwner>${assignment("user(li), group(clerk), user(${leaderOf('x')}), office")}</potentialOwner></userTask>`,
      "a",
    );
    const task = (await modelOf(xml)).elements.get("a");
    assert.ok(task?.type === "userTask");
    assert.equal(task.assignee?.source, "zhang");
    assert.deepEqual(
      task.candidateUsers.map((each) => each.source),
      ["li", "${leaderOf('x')}"],
    );
    assert.deepEqual(
      task.candidateGroups.map((each) => each.source),
      ["clerk", "office"],
    );
  });

  test("form properties and form data are fields", async () => {
    const xml = line(
      `<userTask id="a"><extensionElements><flowable:formProperty id="days" name="Days" type="long" required="true"/>
        <flowable:formProperty id="kind" type="enum" writable="false"><flowable:value id="sick" name="Sick"/></flowable:formProperty>
        <flowable:formData><flowable:formField id="x" label="X" type="string" defaultValue="1"/></flowable:formData></extensionElements></userTask>`,
      "a",
    );
    const task = (await modelOf(xml)).elements.get("a");
    assert.ok(task?.type === "userTask");
    assert.deepEqual(
      task.fields.map((field) => [field.id, field.name, field.type, field.required, field.writable, field.value]),
      [
        ["days", "Days", "long", true, true, null],
        ["kind", "", "enum", false, false, null],
        ["x", "X", "string", false, true, "1"],
      ],
    );
    assert.deepEqual(task.fields[1]?.options, [{ id: "sick", name: "Sick" }]);
  });

  test("what designers and Java's threads need is passed over", async () => {
    const xml = line(
      `<userTask id="a" flowable:async="true" flowable:formFieldValidation="true"><extensionElements><flowable:task-candidates-type>users</flowable:task-candidates-type>
       <x:icon xmlns:x="http://example.com/designer">1</x:icon></extensionElements></userTask>`,
      "a",
    );
    assert.deepEqual(await issuesOf(xml), []);
  });

  test("flows without id get one, always the same", async () => {
    const xml = line(user("a"), "a");
    const [one, two] = [await modelOf(xml), await modelOf(xml)];
    assert.deepEqual([...one.flows.keys()], [...two.flows.keys()]);
    assert.equal(one.flows.size, 2);
  });

  test("a process runs unless it says that it does not", async () => {
    const xml = line(user("a"), "a");
    assert.equal((await readModel(xml)).models.length, 1);
    assert.deepEqual(await issuesOf(xml.replace(`id="p"`, `id="p" isExecutable="false"`)), ["NO_PROCESS"]);
  });

  test("a collection that is no data input of the file is a variable", async () => {
    const xml = line(
      `<userTask id="a"><multiInstanceLoopCharacteristics isSequential="true"><loopDataInputRef>people</loopDataInputRef>
       <inputDataItem name="person"/></multiInstanceLoopCharacteristics></userTask>`,
      "a",
    );
    const task = (await modelOf(xml)).elements.get("a");
    assert.ok(task?.type === "userTask");
    assert.equal(task.loop?.collection?.source, "${people}");
    assert.equal(task.loop.variable, "person");
  });
});

describe("what is refused, by name and place", () => {
  const cases: Readonly<Record<string, readonly [string, readonly string[]]>> = {
    "scripts of other languages": [
      line(`<scriptTask id="a" scriptFormat="javascript"><script>process.exit()</script></scriptTask>`, "a"),
      ["LANGUAGE a"],
    ],
    Groovy: [line(`<scriptTask id="a" scriptFormat="groovy"><script>1</script></scriptTask>`, "a"), ["LANGUAGE a"]],
    "classes of Java": [line(`<serviceTask id="a" flowable:class="com.example.Evil"/>`, "a"), ["ACTION a"]],
    beans: [line(`<serviceTask id="a" flowable:delegateExpression="\${bean}"/>`, "a"), ["ACTION a"]],
    "calls of beans": [line(`<serviceTask id="a" flowable:expression="\${bean.run(1)}"/>`, "a"), ["EXPRESSION a"]],
    "mail, HTTP and shell": [line(`<serviceTask id="a" flowable:type="shell"/>`, "a"), ["ACTION a"]],
    "a service task that runs nothing": [line(`<serviceTask id="a"/>`, "a"), ["ACTION_NONE a"]],
    "internal names in expressions": [line(user("a", `flowable:assignee="\${x.__proto__.y}"`), "a"), ["EXPRESSION a"]],
    "internal names as variables": [
      line(`<scriptTask id="a" flowable:resultVariable="__proto__"><script>\${1}</script></scriptTask>`, "a"),
      ["VARIABLE a"],
    ],
    "variables that the interpreter keeps": [
      line(
        `<scriptTask id="a" flowable:resultVariable="nrOfCompletedInstances"><script>\${1}</script></scriptTask>`,
        "a",
      ),
      ["VARIABLE a"],
    ],
    listeners: [
      line(
        `<userTask id="a"><extensionElements><flowable:taskListener event="create" class="com.example.Evil"/></extensionElements></userTask>`,
        "a",
      ),
      ["LISTENER a"],
    ],
    "complex gateways": [line(`<complexGateway id="a"/>`, "a"), ["ELEMENT a"]],
    "business rules": [line(`<businessRuleTask id="a"/>`, "a"), ["ELEMENT a"]],
    transactions: [line(`<transaction id="a"><startEvent id="s2"/></transaction>`, "a"), ["ELEMENT a"]],
    compensation: [
      line(`${user("a")}<boundaryEvent id="b" attachedToRef="a"><compensateEventDefinition/></boundaryEvent>`, "a"),
      ["EVENT b"],
    ],
    escalation: [
      line(`<intermediateThrowEvent id="a"><escalationEventDefinition/></intermediateThrowEvent>`, "a"),
      ["EVENT a"],
    ],
    "messages thrown": [
      line(`<intermediateThrowEvent id="a"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>`, "a"),
      ["EVENT a"],
    ],
    "standard loops": [line(`<userTask id="a"><standardLoopCharacteristics/></userTask>`, "a"), ["LOOP a"]],
    "multi-instance for nobody": [
      line(`<userTask id="a"><multiInstanceLoopCharacteristics/></userTask>`, "a"),
      ["LOOP_NONE a"],
    ],
    "a service that waits to be triggered": [
      line(`<serviceTask id="a" flowable:type="notify" flowable:triggerable="true"/>`, "a"),
      ["ATTRIBUTE a"],
    ],
    "conditions without an expression": [
      bpmn(`<startEvent id="s"/><endEvent id="e"/>${flow("f", "s", "e", "days > 3")}`),
      ["CONDITION f"],
    ],
    "conditions that do not parse": [
      bpmn(`<startEvent id="s"/><endEvent id="e"/>${flow("f", "s", "e", "${days >}")}`),
      ["EXPRESSION f"],
    ],
    "timers that do not parse": [
      line(
        `<intermediateCatchEvent id="a"><timerEventDefinition><timeDuration>soon</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
        "a",
      ),
      ["TIMER a"],
    ],
    "timers without a time": [
      line(`<intermediateCatchEvent id="a"><timerEventDefinition/></intermediateCatchEvent>`, "a"),
      ["TIMER_NONE a"],
    ],
    "a catch event for nothing": [line(`<intermediateCatchEvent id="a"/>`, "a"), ["EVENT_NONE a"]],
    "a message without a name": [
      line(`<intermediateCatchEvent id="a"><messageEventDefinition/></intermediateCatchEvent>`, "a"),
      ["NAME_NONE a"],
    ],
    "no start": [
      bpmn(`${user("a")}<endEvent id="e"/>${path("a > e")}`),
      ["NO_START p", "UNREACHABLE a", "UNREACHABLE e"],
    ],
    "two starts": [
      bpmn(`<startEvent id="s"/><startEvent id="s2"/><endEvent id="e"/>${path("s > e", "s2 > e")}`),
      ["STARTS p"],
    ],
    "a flow without target": [
      bpmn(`<startEvent id="s"/><sequenceFlow id="f" sourceRef="s" targetRef="nowhere"/>`),
      ["FLOW_ENDS f"],
    ],
    "a flow into a sub-process": [
      bpmn(
        `<startEvent id="s"/><subProcess id="a"><startEvent id="s2"/><endEvent id="e2"/>${path("s2 > e2")}</subProcess>${path("s > a")}<sequenceFlow id="f" sourceRef="s" targetRef="e2"/>`,
      ),
      ["FLOW_CROSSES f"],
    ],
    "a flow back to the start": [
      bpmn(
        `<startEvent id="s"/>${user("a")}<endEvent id="e"/>${path("s > a > e")}<sequenceFlow id="f" sourceRef="a" targetRef="s"/>`,
      ),
      ["FLOW_INTO_START f"],
    ],
    "a default flow of another element": [
      bpmn(
        `<startEvent id="s"/><exclusiveGateway id="g" default="f"/>${user("a")}<endEvent id="e"/>${path("s > g > a")}<sequenceFlow id="f" sourceRef="a" targetRef="e"/>`,
      ),
      ["DEFAULT_FLOW g"],
    ],
    "boundary events of nothing": [
      bpmn(
        `<startEvent id="s"/><endEvent id="e"/><boundaryEvent id="b" attachedToRef="e"><errorEventDefinition/></boundaryEvent>${path("s > e", "b > e")}`,
      ),
      ["BOUNDARY b", "UNREACHABLE b"],
    ],
    "event-based gateways before tasks": [
      line(`<eventBasedGateway id="g"/>${user("a")}`, "g", "a"),
      ["EVENT_GATEWAY g"],
    ],
    "event sub-processes without an event": [
      bpmn(
        `<startEvent id="s"/><endEvent id="e"/>${path("s > e")}<subProcess id="a" triggeredByEvent="true"><startEvent id="s2"/></subProcess>`,
      ),
      ["START_OF_EVENT_SUB a"],
    ],
    "an id that is used twice": [bpmn(`<startEvent id="s"/><endEvent id="s"/>`), ["ID_TAKEN"]],
    "tags that BPMN does not have": [line(`<magicTask id="a"/>`, "a"), ["UNKNOWN_TAG"]],
  };
  for (const [what, [xml, expected]] of Object.entries(cases))
    test(what, async () => {
      const found = await issuesOf(xml);
      for (const each of expected) assert.ok(found.includes(each), `${each} not in ${found.join(", ")}`);
      assert.deepEqual((await readModel(xml, offers)).models, []);
    });

  test("XML that could hurt never comes to the parser", async () => {
    assert.deepEqual(await issuesOf(`<!DOCTYPE x [<!ENTITY a "b">]>${line(user("a"), "a")}`), ["DOCTYPE"]);
    assert.deepEqual(await issuesOf("<a>".repeat(3_500_000)), ["TOO_LARGE"]);
    assert.deepEqual(await issuesOf("no XML"), ["NOT_BPMN"]);
    assert.deepEqual(await issuesOf("<html></html>"), ["NOT_BPMN"]);
  });

  test("a process that nobody could look through is not looked at", async () => {
    const tasks = Array.from({ length: 2001 }, (_, index) => `<task id="t${index}"/>`).join("");
    assert.deepEqual(await issuesOf(bpmn(tasks)), ["TOO_MANY_ELEMENTS p"]);
  });

  test("every issue says where it is, in both languages", async () => {
    const { issues } = await readModel(
      line(`<serviceTask id="a" name="发通知" flowable:class="com.example.Evil"/>`, "a"),
    );
    assert.deepEqual(issues, [
      {
        code: "ACTION",
        severity: "error",
        element: "a",
        name: "发通知",
        type: "serviceTask",
        reason: {
          zh: "服务“com.example.Evil”不在允许的列表中",
          en: "Action “com.example.Evil” is not on the list of those allowed",
        },
      },
    ]);
  });

  test("what cannot be reached is a warning, and hinders nothing", async () => {
    const { models, issues } = await readModel(
      bpmn(`<startEvent id="s"/><endEvent id="e"/>${user("a")}${path("s > e")}`),
    );
    assert.equal(models.length, 1);
    assert.deepEqual(
      issues.map((each) => [each.code, each.severity, each.element]),
      [["UNREACHABLE", "warning", "a"]],
    );
  });
});
