import { bpmn, flow, path } from "./scenario.ts";

/** Numbers that look random, and are the same each time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % sides;
  };
}

/** A process made of blocks within blocks: each has one way in and one way out. @param loops whether some of them are gone through twice */
export class Blocks {
  private readonly roll: (sides: number) => number;
  private readonly loops: boolean;
  private number = 0;
  xml = "";

  constructor(seed: number, { loops = false } = {}) {
    this.roll = dice(seed);
    this.loops = loops;
    this.xml = bpmn(this.scope(3));
  }

  private id(kind: string): string {
    return `${kind}${++this.number}`;
  }

  /** Elements from a start to an end. */
  private scope(depth: number): string {
    const [begin, end] = [this.id("s"), this.id("e")];
    const parts = Array.from({ length: 1 + this.roll(3) }, () => this.block(depth));
    const way = parts.flatMap((part) => [part.first, part.last]);
    const joints = [begin, ...way, end];
    let flows = "";
    for (let at = 0; at < joints.length; at += 2) flows += path(`${joints[at]} > ${joints[at + 1]}`);
    return `<startEvent id="${begin}"/><endEvent id="${end}"/>${parts.map((part) => part.xml).join("")}${flows}`;
  }

  private block(depth: number): { xml: string; first: string; last: string } {
    const kind = depth === 0 ? 0 : this.roll(this.loops ? 10 : 8);
    if (kind > 7) return this.twice(depth);
    if (kind === 1) return this.branches("parallelGateway", depth);
    if (kind === 2) return this.branches("inclusiveGateway", depth);
    if (kind === 3) return this.branches("exclusiveGateway", depth);
    const id = this.id("a");
    const one = (xml: string) => ({ xml, first: id, last: id });
    if (kind === 4) return one(`<subProcess id="${id}">${this.scope(depth - 1)}</subProcess>`);
    if (kind === 5)
      return one(
        `<userTask id="${id}"><multiInstanceLoopCharacteristics isSequential="${this.roll(2) === 0}"><loopCardinality>${1 + this.roll(3)}</loopCardinality>
         </multiInstanceLoopCharacteristics></userTask>`,
      );
    if (kind === 6)
      return one(
        `<subProcess id="${id}"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>${this.scope(depth - 1)}</subProcess>`,
      );
    if (kind === 7)
      return one(
        `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>`,
      );
    return one(this.roll(4) === 0 ? `<receiveTask id="${id}"/>` : `<userTask id="${id}"/>`);
  }

  private branches(gateway: string, depth: number): { xml: string; first: string; last: string } {
    const [first, last, normal] = [this.id("fork"), this.id("join"), this.id("d")];
    let xml = `<${gateway} id="${first}" ${gateway === "parallelGateway" ? "" : `default="${normal}"`}/><${gateway} id="${last}"/>`;
    for (let count = 2 + this.roll(2); count > 0; count--) {
      const inner = this.block(depth - 1);
      xml += inner.xml + path(`${inner.last} > ${last}`);
      if (gateway === "parallelGateway") xml += path(`${first} > ${inner.first}`);
      else if (count === 1) xml += `<sequenceFlow id="${normal}" sourceRef="${first}" targetRef="${inner.first}"/>`;
      else xml += flow(this.id("f"), first, inner.first, `\${${this.roll(2) === 0}}`);
    }
    return { xml, first, last };
  }

  /** A block that is gone through a second time. */
  private twice(depth: number): { xml: string; first: string; last: string } {
    const [first, count, last, on] = [this.id("again"), this.id("count"), this.id("choice"), this.id("d")];
    const inner = this.block(depth - 1);
    const after = this.id("a");
    const xml = `<exclusiveGateway id="${first}"/><exclusiveGateway id="${last}" default="${on}"/><userTask id="${after}"/>${inner.xml}
      <scriptTask id="${count}" flowable:resultVariable="n${count}"><script>\${variables:getOrDefault(n${count}, 0) + 1}</script></scriptTask>
      ${path(`${first} > ${inner.first}`, `${inner.last} > ${count} > ${last}`)}${flow(this.id("f"), last, first, `\${n${count} < 2}`)}
      <sequenceFlow id="${on}" sourceRef="${last}" targetRef="${after}"/>`;
    return { xml, first, last: after };
  }
}
