import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FlowValue as Value } from "../flow-form.ts";
import { evaluateTemplate, parseTemplate } from "./template.ts";

const variables: Readonly<Record<string, Value>> = {
  days: 5,
  price: 0.1,
  name: "李雷",
  none: null,
  list: ["a", "b"],
  leave: { kind: "sick", days: [1, 2] },
  yes: true,
  text: "12",
  when: "2026-03-02",
};

async function value(source: string): Promise<Value> {
  const written = new Map<string, Value>(Object.entries(variables));
  return evaluateTemplate(parseTemplate(source, ["leaderOf", "users.leaderOf"]), {
    read: (name) => written.get(name),
    write: (name, to) => void written.set(name, to),
    remove: (name) => void written.delete(name),
    method: async (name, parameters) => `${name}(${parameters.join()})`,
  });
}

/** Holds that each expression has its value. */
const hold = (cases: Readonly<Record<string, Value>>) => async () => {
  for (const [source, expected] of Object.entries(cases)) assert.deepEqual(await value(source), expected, source);
};

describe("expressions", () => {
  test(
    "compare and combine, by sign and by word",
    hold({
      "${days > 3 && days <= 5}": true,
      "#{days gt 3 and not (days ge 6)}": true,
      "${days eq 5 or unknown}": true,
      "${days ne 5}": false,
      "${!yes}": false,
      "${name == '李雷'}": true,
      "${text == 12}": true,
      "${name == 12}": false,
      "${yes == 'true'}": true,
      "${none == null}": true,
      "${none < 1}": false,
      "${when < '2026-03-10'}": true,
      "${days > 3 ? 'long' : 'short'}": "long",
      "${days > 9 ? 1 : days > 4 ? 2 : 3}": 2,
      "${empty none}": true,
      "${not empty list}": true,
      "${empty ''}": true,
    }),
  );

  test(
    "calculate in decimals",
    hold({
      "${price + 0.2}": 0.3,
      "${1 + 2 * 3 - 4 / 8}": 6.5,
      "${(1 + 2) * 3}": 9,
      "${7 mod 4}": 3,
      "${7 div 2}": 3.5,
      "${-days + 1}": -4,
      "${text * 2}": 24,
      "${1.005 * 1000}": 1005,
    }),
  );

  test(
    "read maps, lists and their sizes",
    hold({
      "${leave.kind}": "sick",
      "${leave['days'][1]}": 2,
      "${leave.missing}": null,
      "${none.anything}": null,
      "${list[5]}": null,
      "${list.size()}": 2,
      "${list.contains('b')}": true,
      "${name.length() == 2}": true,
      "${leave.days.isEmpty()}": false,
      "${name.equals('李雷')}": true,
    }),
  );

  test(
    "stand in texts",
    hold({
      "Leave of ${name} for ${days} days": "Leave of 李雷 for 5 days",
      "${leave.kind}-${list[0]}": "sick-a",
      "no expression": "no expression",
      "\\${name}": "${name}",
      "${'}'}": "}",
      "": "",
    }),
  );

  test(
    "call what the product offers, and variables of the execution",
    hold({
      "${leaderOf(name)}": "leaderOf(李雷)",
      "${users.leaderOf(name, 2)}": "users.leaderOf(李雷,2)",
      "${execution.getVariable('days')}": 5,
      "${execution.getVariable('unknown')}": null,
      "${execution.hasVariable('unknown')}": false,
      "${execution.setVariable('x', 1)}": null,
      "${variables:getOrDefault(unknown, 7)}": 7,
      "${var:equals(days, 5)}": true,
      "${vars:isEmpty(unknown)}": true,
      "${variables:greaterThan(days, 4)}": true,
    }),
  );

  test("a variable that is unknown is an error, as is what cannot be calculated", async () => {
    for (const source of [
      "${unknown}",
      "${unknown == null}",
      "${name + 1}",
      "${1 / 0}",
      "${9007199254740991 + 1}",
      "${name.x}",
    ])
      await assert.rejects(value(source), { name: "Error" }, source);
  });
});

describe("refused before anything runs", () => {
  const refuse = (sources: readonly string[]) => () => {
    for (const source of sources) assert.throws(() => parseTemplate(source, ["leaderOf"]), { name: "Error" }, source);
  };

  test(
    "calls outside of the closed list",
    refuse([
      "${process.exit()}",
      "${Runtime.getRuntime()}",
      "${execution.getEngineServices()}",
      "${execution.processInstanceId}",
      "${leaderOf(execution)}",
      "${list.forEach(x)}",
      "${name.replace('a','b')}",
      "${eval('1')}",
      "${users.leaderOf(name)}",
      "${leaderOf}()${leaderOf.call(1)}",
      "${variables:drop(x)}",
      "${list.getClass()}",
    ]),
  );

  test(
    "names that lead to internals",
    refuse([
      "${__proto__}",
      "${leave.constructor}",
      "${leave.__proto__.x}",
      "${leave['constructor']}",
      '${leave["__proto__"]}',
      "${list.prototype}",
    ]),
  );

  test("such names when they are worked out, too", async () => {
    await assert.rejects(value("${leave[name == '' ? 'x' : '__proto__']}"), /not allowed/);
    await assert.rejects(value("${list['con' == 'con' ? 'constructor' : '']}"), /not allowed/);
    assert.equal(await value("${leave['toString']}"), null);
  });

  test(
    "what is no expression",
    refuse([
      "${",
      "${}",
      "${a b}",
      "${a ==}",
      "${(a}",
      "${a; b}",
      "${a = 1}",
      "${() -> 1}",
      "${[1,2]}",
      "${`x`}",
      "${a?.b}",
      "${a.1}",
      "${'open}",
    ]),
  );

  test("results that grow without end, and numbers that nothing can hold", async () => {
    await assert.rejects(value("${text}".repeat(60_000)), /longer than/);
    assert.throws(() => parseTemplate("${9e999}", []), /too large/);
    for (const source of ["${'1e9000000' % 3}", "${'1e400' + 1}"]) await assert.rejects(value(source), /not a number/);
  });

  test("what is too long or too deep", () => {
    assert.throws(() => parseTemplate(`\${${"(".repeat(60)}1${")".repeat(60)}}`, []), /deeper/);
    assert.throws(() => parseTemplate(`\${${"!".repeat(60)}true}`, []), /deeper/);
    assert.throws(() => parseTemplate(`\${${"1+".repeat(1500)}1}`, []), /longer/);
    assert.doesNotThrow(() => parseTemplate(`\${${"1+".repeat(900)}1}`, []));
  });
});
