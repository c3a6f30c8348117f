import { rowsOfWorkbook, textsOfFile } from "../support/answers/answered-file.ts";
import { type Evidence, noEvidence } from "./crawl-rebuild.ts";
import type { Person, Truth } from "./crawl-truth.ts";
import type { Answer } from "./crawl-walk.ts";

/** A value that leaked: which one, and where. */
export interface Leak {
  what: string;
  call: string;
}

/** Reads answers as an attacker who wants to find masked values: collects whole values, and combines what it finds about each person. */
export class Reader {
  readonly wholes: Leak[] = [];
  readonly evidence = new Map<string, Evidence>();
  private readonly hidden: ReadonlySet<string>;
  private readonly byMask = new Map<string, Person[]>();
  private readonly byName = new Map<string, Person[]>();
  private readonly birthdayOfAccount: ReadonlyMap<string, string>;

  /**
   * @param truths the real values
   * @param readable the values that the user may read in full
   * @param users birthdays by account, where the user may not read them
   */
  constructor(
    truths: readonly Truth[],
    people: ReadonlyMap<string, Person>,
    readable: ReadonlySet<string>,
    users: ReadonlyMap<string, string>,
  ) {
    this.hidden = new Set(truths.map(({ value }) => value).filter((value) => !readable.has(value)));
    this.birthdayOfAccount = users;
    for (const person of people.values()) {
      if (readable.has(person.idNumber)) continue;
      add(this.byMask, `${person.idNumber.slice(0, 6)}********${person.idNumber.slice(-4)}`, person);
      add(this.byName, person.name, person);
    }
  }

  async read({ call, status, body, input }: Answer): Promise<void> {
    if (status !== 200) return;
    if (!Buffer.isBuffer(body)) return this.visit(body, call.name);
    const rows = rowsOfWorkbook(body);
    if (!rows) return textsOfFile(body).forEach((text) => this.text(text, call.name, input));
    let head: unknown[] | null = null;
    let n = 0;
    for await (const { values } of rows) {
      const cells = [...values];
      if (head) this.visit(Object.fromEntries(cells.map((cell, i) => [String(head?.[i] ?? i), cell])), call.name);
      else head = cells;
      if (++n > mostRows) break;
    }
  }

  private visit(node: unknown, call: string): void {
    if (typeof node === "string" || typeof node === "number") return this.text(String(node), call);
    if (Array.isArray(node)) return node.forEach((one) => this.visit(one, call));
    if (typeof node !== "object" || node === null) return;
    this.put(node as Record<string, unknown>, call);
    for (const value of Object.values(node)) this.visit(value, call);
  }

  private text(text: string, call: string, input?: object): void {
    if (this.hidden.has(text)) this.wholes.push({ what: text, call });
    for (const [token] of text.matchAll(tokens))
      if (token !== text && this.hidden.has(token) && !JSON.stringify(input ?? "").includes(token))
        this.wholes.push({ what: token, call });
  }

  /** Collects what one object says about a person: by their masked number, or by their name where nobody else has it. */
  private put(node: Record<string, unknown>, call: string): void {
    const texts = scalars(node);
    const masks = texts.flatMap((text) => text.match(maskedNumbers) ?? []);
    const named = texts.flatMap((text) => this.byName.get(text) ?? []);
    const byMask = masks
      .flatMap((mask) => this.byMask.get(mask) ?? [])
      .filter((person) => named.length === 0 || named.includes(person));
    const byName = named.length === 1 ? named : [];
    const people = masks.length > 0 ? byMask : byName;
    const days = texts.flatMap(daysIn);
    for (const { idNumber } of people) {
      const evidence = this.evidence.get(idNumber) ?? noEvidence();
      this.evidence.set(idNumber, evidence);
      masks
        .filter((mask) => mask.slice(0, 6) === idNumber.slice(0, 6) && mask.slice(-4) === idNumber.slice(-4))
        .forEach((mask) => evidence.masks.add(mask));
      days.forEach((day) => evidence.days.add(day));
      texts.forEach((text) => [...text.matchAll(maskedDays)].forEach(([, year]) => evidence.years.add(year as string)));
    }
    const birthday = this.birthdayOfAccount.get(String(node.account));
    if (birthday && days.includes(birthday)) this.wholes.push({ what: `birthday of ${String(node.account)}`, call });
  }
}

/** Number of rows of a sheet that are read; all rows are made alike. */
const mostRows = 300;

const add = <K, V>(map: Map<K, V[]>, key: K, value: V) => void map.set(key, [...(map.get(key) ?? []), value]);

/** The texts of an object and of the objects in it, but not of its lists: those are about other persons. */
const scalars = (node: Record<string, unknown>): string[] =>
  Object.values(node).flatMap((value) => {
    if (typeof value === "string" || typeof value === "number") return [String(value)];
    const isNode = typeof value === "object" && value !== null && !Array.isArray(value);
    return isNode ? scalars(value as Record<string, unknown>) : [];
  });

/** ID numbers, phones and accounts; e-mail addresses. */
const tokens = /[\w.+-]+@[\w-]+\.[\w.]+|(?<![\dA-Za-z])\d{9,19}X?(?![\dA-Za-z])/g;
const maskedNumbers = /(?<![\d*])\d{6}\*{8}[\dX]{4}(?![\d*])/g;
const maskedDays = /(?<!\d)((?:19|20)\d\d)-\*\*-\*\*/g;
const day = /(?<!\d)((?:19|20)\d\d)(?:[-/.年]?)(0?[1-9]|1[0-2])(?:[-/.月]?)(0?[1-9]|[12]\d|3[01])(?!\d)/g;
const daysIn = (text: string): string[] =>
  [...text.matchAll(day)].map(
    ([, year, month, date]) => `${year}-${month?.padStart(2, "0")}-${date?.padStart(2, "0")}`,
  );
