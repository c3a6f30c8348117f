import { addDays, addWorkdays, today } from "../../apps/api/src/core/foundation/clock.ts";
import type { Product } from "../harness.ts";
import { Desk } from "./desk.ts";
import { type Language, Words } from "./words.ts";

/** The accounts that take part in the story. */
export type Account = "clerk" | "colleague" | "first" | "second" | "finance" | "org" | "teacher" | "enterprise";

/** What the story of an institution and that of an enterprise differ in. */
export interface StorySide {
  className: string;
  /** Whose class it is, and how certificates name them. */
  owner: Account;
  ownerName: string;
  classPage: (id: string) => string;
  /** Lists of applications and claims, of the owner and of the bureau. */
  tests: string;
  claims: string;
  ownClaims: string;
  /** Who enters the scores, and where; who checks them. */
  scorer: Account;
  scorerTests: string;
  checker: Account;
  /** Yuan for everybody with a certificate. */
  perPerson: number;
}

export const institution: StorySide = {
  className: "启航电工初级故事班",
  owner: "org",
  ownerName: "启航职业培训学校",
  classPage: (id) => `/class/detail/${id}`,
  tests: "/test/org",
  claims: "/subsidy/org",
  ownClaims: "/my/subsidy",
  scorer: "clerk",
  scorerTests: "/test/org",
  checker: "colleague",
  // The standard of a level-5 course.
  perPerson: 1000,
};

export const enterprise: StorySide = {
  className: "恒信焊工提升故事班",
  owner: "enterprise",
  ownerName: "恒信机械有限公司",
  classPage: (id) => `/enterprise/class/${id}`,
  tests: "/test/enterprise",
  claims: "/subsidy/ent",
  ownClaims: "/ent/subsidy",
  scorer: "enterprise",
  scorerTests: "/ent/test",
  checker: "clerk",
  // The standard of on-the-job training for level 4.
  perPerson: 1500,
};

/** One class on its way from a plan to the payment: its facts so far, and the users with an open browser. */
export class Story {
  readonly product: Product;
  readonly words: Words;
  readonly side: StorySide;
  readonly className: string;
  readonly planName: string;
  /** First day of lessons as submitted. */
  readonly startDate: string;
  private readonly desks = new Map<Account, Promise<Desk>>();

  constructor(product: Product, language: Language, side: StorySide) {
    this.product = product;
    this.words = new Words(language);
    this.side = side;
    this.className = side.className;
    this.planName = "故事专项培训计划";
    this.startDate = openingDay();
  }

  /** The desk of an account; signed in once. */
  at(account: Account): Promise<Desk> {
    let desk = this.desks.get(account);
    if (!desk) {
      desk = this.product
        .signedIn(account, { language: this.words.language, kept: true })
        .then((page) => new Desk(page, this.words, async () => this.side.classPage(await this.classId())));
      this.desks.set(account, desk);
    }
    return desk;
  }

  /** The desk of an account, signed in again: permissions that were just granted count from now on. */
  async again(account: Account): Promise<Desk> {
    const before = this.desks.get(account);
    this.desks.delete(account);
    if (before) await this.product.release((await before).page);
    return this.at(account);
  }

  /** A second clerk with the password of the first, who checks what the first has entered. */
  async hireColleague(): Promise<void> {
    await this.product.sql(`with person as (
        insert into app_user (account, name, real_name, dept_id, login_type, status, audience, password_hash, password_time, must_change, create_user, update_user)
        select 'colleague', '孙经办', '孙经办', dept_id, login_type, status, audience, password_hash, password_time, 0, 0, 0 from app_user where account = 'clerk' and is_deleted = 0 returning id)
      insert into user_role (user_id, role_id) select person.id, r.role_id from person, user_role r join app_user u on u.id = r.user_id where u.account = 'clerk' and u.is_deleted = 0`);
  }

  async classId(): Promise<string> {
    const [row] = await this.product.sql<{ id: string }>("select id::text from training_class where class_name = $1", [
      this.className,
    ]);
    return row?.id as string;
  }
}

/** The first Monday that leaves the bureau enough days, in a week without classes of the demo county. */
function openingDay(): string {
  let day = addDays(addWorkdays(today(), 8, new Map()), 7);
  while (new Date(`${day}T00:00:00Z`).getUTCDay() !== 1) day = addDays(day, 1);
  return day;
}
