import type pg from "pg";

/** A kind of write that is made again and again while something strikes. */
export interface Write {
  name: string;
  /** Makes one, and remembers it once it is acknowledged. @throws Unanswered; `usedUp` where nothing is left to write on */
  make(): Promise<void>;
  /** Takes down what is acknowledged by now. @returns compares it with what is there: that and perhaps more, and nothing in part */
  expected(): Check;
}

/** @param files folder of the stored files */
export type Check = (client: pg.Client, files: string) => Promise<Verdict>;

export interface Verdict {
  acknowledged: number;
  /** Acknowledged, and not there. */
  lost: string[];
  /** There in part. */
  half: string[];
}

/** There is nothing left that this kind could write on. */
export class UsedUp extends Error {}

/** Rows that were acknowledged by their id. @param whole which of those that are there are whole */
export function verdictOf(acknowledged: Iterable<string>, there: readonly { id: string; isWhole: boolean }[]): Verdict {
  const known = [...acknowledged];
  const ids = new Set(there.map(({ id }) => id));
  return {
    acknowledged: known.length,
    lost: known.filter((id) => !ids.has(id)),
    half: there.filter(({ isWhole }) => !isWhole).map(({ id }) => id),
  };
}

/** What was done to rows after they were made, where it was acknowledged too. @param there those of them it is said of */
export function andThen(
  { acknowledged, lost, half }: Verdict,
  done: ReadonlySet<string>,
  there: readonly { id: string }[],
): Verdict {
  const ids = new Set(there.map(({ id }) => id));
  return { acknowledged: acknowledged + done.size, lost: [...lost, ...[...done].filter((id) => !ids.has(id))], half };
}

/** A value that grows with each write of one row: the last acknowledged one, or one sent later, must stand there. */
export class Counter {
  sent = 0;
  acknowledged = 0;
  count = 0;
  async next(write: (value: number) => Promise<unknown>): Promise<void> {
    const value = ++this.sent;
    await write(value);
    this.acknowledged = value;
    this.count++;
  }
  /** @returns compares; `stored` is undefined where it is not there */
  expected(): (stored: number | undefined, half?: string[]) => Verdict {
    const { acknowledged, count } = this;
    return (stored, half = []) => {
      const isLost = stored === undefined ? acknowledged > 0 : stored < acknowledged || stored > this.sent;
      return {
        acknowledged: count,
        lost: isLost ? [`${stored} instead of ${acknowledged} to ${this.sent}`] : [],
        half,
      };
    };
  }
}
