import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BpmnModdle } from "bpmn-moddle";
import { flowable } from "../flowable.ts";
import { childOf, extensionsOf } from "../editing.ts";
import { property, toField, toProperty } from "./form-properties.ts";

const file = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn">
  <bpmn:process id="p"><bpmn:userTask id="a"><bpmn:extensionElements>${inside}</bpmn:extensionElements></bpmn:userTask></bpmn:process>
</bpmn:definitions>`;

const fields = [
  `<flowable:formProperty id="items" name="明细" type="table" required="true" leastRows="1" mostRows="20">`,
  `<flowable:column id="what" name="品名" type="string" required="true" />`,
  `<flowable:column id="kind" name="类别" type="enum"><flowable:value id="a" name="甲" /></flowable:column>`,
  `<flowable:column id="cost" name="金额" type="money" calculation="price * pieces" />`,
  `</flowable:formProperty>`,
  `<flowable:formProperty id="sure" name="确认" type="boolean" writable="false" />`,
  `<flowable:formProperty id="sum" name="合计" type="double" readable="false" writable="false" calculation="sum(items.cost)" inLists="true" />`,
].join("");

describe("fields of a form in a file", () => {
  it("are written as they were read", async () => {
    const moddle = new BpmnModdle({ flowable });
    const { elementsById, rootElement } = await moddle.fromXML(file(fields));
    const task = elementsById.a;
    assert.ok(task);
    const around = childOf(task, "extensionElements");
    assert.ok(around);
    const read = extensionsOf(task, property).map(toField);
    assert.equal(read.length, 3);
    const create = (type: string, attributes: object) => moddle.create(type, attributes);
    around.set(
      "values",
      read.map((one) => toProperty(create, one)),
    );
    const { xml } = await moddle.toXML(rootElement);
    assert.equal(strip(xml), strip(file(fields)));
  });
});

const strip = (xml: string): string =>
  xml
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>")
    .replaceAll(/>\s+</g, "><");
