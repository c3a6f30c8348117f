import type pg from "pg";

/** A kind of write that is made again and again while failures happen. */
export interface Write {
  name: string;
  /** Makes one write, and remembers it once it is acknowledged. @throws Unanswered; `usedUp` where no row is left to write on */
  make(): Promise<void>;
  /** Notes what is acknowledged by now. @returns a comparison with what is there: at least the acknowledged writes, and none in part */
  expected(): Check;
}

/** @param files folder of the stored files */
export type Check = (client: pg.Client, files: string) => Promise<Verdict>;

export interface Verdict {
  acknowledged: number;
  /** Number of writes acknowledged but not there. */
  lost: string[];
  /** Number of writes there only in part. */
  half: string[];
}

/** No row is left that this kind could write on. */
export class UsedUp extends Error {}

/** Rows that were acknowledged by their id. @param whole returns which of the existing ones are complete */
export function judge(acknowledged: Iterable<string>, there: readonly { id: string; isWhole: boolean }[]): Verdict {
  const known = [...acknowledged];
  const ids = new Set(there.map(({ id }) => id));
  return {
    acknowledged: known.length,
    lost: known.filter((id) => !ids.has(id)),
    half: there.filter(({ isWhole }) => !isWhole).map(({ id }) => id),
  };
}

/** Acknowledged changes to rows that were made before. @param there returns the rows that show the change */
export function andThen(
  { acknowledged, lost, half }: Verdict,
  done: ReadonlySet<string>,
  there: readonly { id: string }[],
): Verdict {
  const ids = new Set(there.map(({ id }) => id));
  return { acknowledged: acknowledged + done.size, lost: [...lost, ...[...done].filter((id) => !ids.has(id))], half };
}

/** A value that grows with each write of one row: the last acknowledged value, or one sent later, must be stored. */
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
  /** @returns the comparison; `stored` is undefined where the row does not exist */
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
