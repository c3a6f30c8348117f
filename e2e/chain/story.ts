import { addDays, addWorkdays, today } from "../../apps/api/src/core/foundation/clock.ts";
import type { Product } from "../harness.ts";
import { Desk } from "./desk.ts";
import { type Language, Words } from "./words.ts";

/** The accounts that take part in the story. */
export type Account = "clerk" | "colleague" | "first" | "second" | "finance" | "org" | "teacher";

/** One class on its way from a plan to the payment: its facts so far, and the users with an open browser. */
export class Story {
  readonly product: Product;
  readonly words: Words;
  readonly className: string;
  readonly planName: string;
  /** First day of lessons as submitted. */
  readonly startDate: string;
  private readonly desks = new Map<Account, Promise<Desk>>();

  constructor(product: Product, language: Language) {
    this.product = product;
    this.words = new Words(language);
    this.className = "启航电工初级故事班";
    this.planName = "故事专项培训计划";
    this.startDate = openingDay();
  }

  /** The desk of an account; signed in once. */
  at(account: Account): Promise<Desk> {
    let desk = this.desks.get(account);
    if (!desk) {
      desk = this.product
        .signedIn(account, { language: this.words.language, kept: true })
        .then((page) => new Desk(page, this.words, () => this.classId()));
      this.desks.set(account, desk);
    }
    return desk;
  }

  /** The desk of an account, signed in again: permissions that were just granted count from now on. */
  async again(account: Account): Promise<Desk> {
    const before = this.desks.get(account);
    this.desks.delete(account);
    await (await before)?.page.context().close();
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
