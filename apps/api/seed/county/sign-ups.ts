import { signUpCalls } from "@jipei/contract/training/sign-up.ts";
import { sql } from "kysely";
import { syntheticPerson } from "../synthetic-person.ts";
import type { SeededClass } from "./classes.ts";
import type { Desk } from "./desk.ts";

/** Places that the roster of a class in preparation leaves for sign-ups; not all of them are taken yet. */
export const openPlaces = 12;
const signedUp = 8;

const categories = ["01", "99", "03"];

/** Persons who signed up for a class that still has places: two are accepted, one was returned, the others wait. */
export async function seedSignUps(desk: Desk, { classId, school }: SeededClass, firstPerson: number): Promise<void> {
  const own = { orgId: school.orgId };
  for (let n = 0; n < signedUp; n++) {
    const { name, idType, idNumber, education, phone } = syntheticPerson(firstPerson + n);
    const { id } = await desk.as(
      "org",
      own,
      2,
    )(signUpCalls.submit, {
      classId,
      name,
      idType,
      idNumber,
      education,
      phone,
      personCategory: categories[n % categories.length],
      status: "unConfirm",
    });
    if (n < 2) await desk.as("org", own, 1)(signUpCalls.submit, { id, status: "Confirm" });
    if (n === 2)
      await desk.as(
        "org",
        own,
        1,
      )(signUpCalls.submit, { id, status: "back", reason: "手机号码无法接通，请核对后重新提交" });
  }
  await sql`update sign_up set create_time = create_time - interval '2 days', commit_time = commit_time - interval '2 days', confirm_time = confirm_time - interval '1 day' where class_id = ${classId}`.execute(
    desk.tx,
  );
}
