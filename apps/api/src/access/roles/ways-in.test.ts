import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Field } from "@jipei/contract/core/fields/field.ts";
import type { Shape } from "@jipei/contract/core/fields/shape.ts";
import { calls } from "../../domains.ts";
import { type Verdict, type WayIn, type WayInFacts, decide } from "./ways-in.ts";

const plain: WayInFacts = {
  isOwn: false,
  onLoan: false,
  ofBureau: true,
  hasProvenPhone: true,
  hasDuty: false,
  wasUsed: true,
};

describe("decide", () => {
  const table: readonly [why: string, way: WayIn, facts: Partial<WayInFacts>, verdict: Verdict][] = [
    ["a phone has to be proven by its owner", "phone", {}, "unproven"],
    ["a duty has its phone proven from the first day", "phone", { wasUsed: false, hasDuty: true }, "unproven"],
    ["an unused account holds nothing to take over", "phone", { wasUsed: false }, "free"],
    ["a password goes to the proven phone", "password", {}, "free"],
    ["also of a user with a duty: it reaches only them", "password", { hasDuty: true }, "free"],
    ["without a proven phone the owner cannot be reached", "password", { hasProvenPhone: false }, "secondPerson"],
    ["not even of one’s own account", "password", { hasProvenPhone: false, isOwn: true }, "secondPerson"],
    ["the factor of a user without a duty", "factor", {}, "free"],
    ["the factor of a user with a duty", "factor", { hasDuty: true }, "secondPerson"],
    ["one’s own factor is no matter of administration", "factor", { isOwn: true }, "own"],
    ...(["phone", "password", "factor"] as const).map(
      (way) => ["by loan, of the bureau", way, { onLoan: true }, "onLoan"] as [string, WayIn, object, Verdict],
    ),
    ["by loan, of an institution", "password", { onLoan: true, ofBureau: false }, "free"],
  ];
  for (const [why, way, facts, verdict] of table)
    it(`${way}: ${why}`, () => assert.equal(decide(way, { ...plain, ...facts }), verdict));
});

/** What a call does with a password, phone, code, secret or role in its input. */
type Standing =
  /** Callers authenticate with it, or change their own with proof. */
  | "own"
  /** A guest proves a phone by a code sent there, or requests the code. */
  | "proves"
  /** Makes an account that waits for approval, or a student's with a proven phone. */
  | "registers"
  /** Checked by `assertMayChange`, and grants by `assertNeedsNoSecond`. */
  | "decided"
  /** Waits for a second administrator. */
  | "two"
  /** Contact data, a secret of another system, or a code of a list: gives access to no account. */
  | "none";

/** Every call with a password, phone, code, secret or role in its input. A new one must be added here with what it does. */
const standings: Readonly<Record<string, Standing>> = {
  "Auth.token": "own",
  "Auth.tokenAlias": "own",
  "Auth.lock": "own",
  "Auth.unlock": "own",
  "ThirdParty.finishLink": "own",
  "SecondFactor.begin": "own",
  "SecondFactor.confirm": "own",
  "SecondFactor.renewCodes": "own",
  "SecondFactor.remove": "own",
  "StudentAccount.validPasswords": "own",
  "StudentAccount.changePasswords": "own",
  "Organisation.validPasswords": "own",
  "Organisation.changePasswords": "own",
  "User.updateInfo": "own",
  "User.phoneCode": "own",
  "User.provePhone": "own",
  "User.updatePassword": "own",
  "Auth.loginCode": "proves",
  "StudentAccount.sendMessageRegist": "proves",
  "StudentAccount.sendMessage": "proves",
  "StudentAccount.changePasswordByTelephone": "proves",
  // Needs a one-time address that only the server's operator, or the first administrator, can make.
  "Setup.begin": "own",
  "Setup.confirm": "own",
  "Student.studentRegister": "registers",
  "Registration.register": "registers",
  // Registers a guest; the bureau changes a phone with it, which the student has to prove.
  "StudentAccount.submit": "decided",
  "Role.grant": "decided",
  "User.submit": "decided",
  "User.update": "decided",
  "User.grant": "decided",
  "User.resetPassword": "decided",
  "User.resetFactor": "decided",
  "Organisation.resetPassword": "decided",
  "User.import": "decided",
  "FourEyesRequest.askRoles": "two",
  "FourEyesRequest.askPhone": "two",
  "FourEyesRequest.askFactor": "two",
  "Menu.submit": "none",
  "TopMenu.submit": "none",
  "IdentityProvider.submit": "none",
  "Client.submit": "none",
  "Client.renewSecret": "none",
  "TrainingClass.submit": "none",
  "TrainingClass.save": "none",
  "TrainingClass.correct": "none",
  "Datasource.submit": "none",
  "SignUp.submit": "none",
  "SignUpAgain.submit": "none",
  "Student.save": "none",
  "Student.update": "none",
  "Student.submit": "none",
  "Assessor.submit": "none",
  "TestApplication.submit": "none",
  "EnterpriseTestApplication.submit": "none",
  "EnterpriseTest.submit": "none",
  "StorageProvider.submit": "none",
  "SmsProvider.submit": "none",
  "SmsProvider.sendMessage": "none",
  "SmsMessage.send": "none",
  "EnterpriseClass.save": "none",
  "EnterpriseClass.submit": "none",
  "EnterpriseStudent.submit": "none",
  "EnterpriseTotal.submit": "none",
  "InjuryRecord.submit": "none",
  "Technician.submit": "none",
  "CompetitionRegister.submit": "none",
  "EnterpriseSign.submit": "none",
  "EnterpriseSign.sign": "none",
  "EnterpriseSign.resignup": "none",
  "EnterpriseSign.findStaff": "none",
  "Organisation.submit": "none",
  "Organisation.save": "none",
  "Dictionary.submit": "none",
  "BusinessDictionary.submit": "none",
  "Region.submit": "none",
  "Teacher.submit": "none",
  "Teacher.orgTeacherSave": "none",
};

const isShape = (part: Field | Shape): part is Shape => "shape" in part;

/** Names of all fields of an input. */
function namesIn(shape: Shape): string[] {
  const parts = (fields: Record<string, Field | Shape>) =>
    Object.entries(fields).flatMap(([name, part]) => (isShape(part) ? namesIn(part) : [name]));
  if (shape.shape === "record") return parts(shape.fields);
  if (shape.shape === "list") return namesIn(shape.of);
  if (shape.shape === "save")
    return [
      ...Object.entries(shape.entity.fields).flatMap(([name, { need }]) => (need === "computed" ? [] : [name])),
      ...parts(shape.extra ?? {}),
    ];
  return [];
}
const opening = /password|phone|secret|roleId|oauthId|factor|^code$/i;
const resets = /reset(Password|Factor)|renewSecret|askFactor/;

describe("calls that carry a way in", () => {
  it("are all listed with what they do with it", () => {
    const found = calls
      .filter(
        ({ method, name, input }) =>
          method !== "GET" && (resets.test(name) || namesIn(input).some((field) => opening.test(field))),
      )
      .map(({ name }) => name);
    assert.deepEqual(
      found.filter((name) => !(name in standings)),
      [],
      "which standing does it have?",
    );
  });

  it("prove, register or decide where they are public", () => {
    const open = calls
      .filter(({ access, name }) => access === "public" && name in standings)
      .map(({ name }) => [name, standings[name]]);
    for (const [name, standing] of open)
      assert.ok(["own", "proves", "registers", "decided"].includes(standing as string), name);
  });
});

/** The only files that write credentials. Review a new one before adding it here. */
const writers: readonly [what: string, pattern: RegExp, files: readonly string[]][] = [
  [
    "passwords",
    /password_hash *= *\$|passwordHash: (await|account\.passwordHash)|password_hash, password_time|passwordHash,\s+passwordTime/,
    [
      "setup/administrator.ts",
      "users/import/user-import.write.ts",
      "users/registration.routes.ts",
      "users/user/account.create.ts",
      "users/user/user.password.ts",
      "users/user/user.save.ts",
    ],
  ],
  ["proof of a phone", /phone_proven *= *'1' where/, ["users/user/user.phone.ts"]],
  [
    "second factors",
    /(insert into|update|delete from) (second_factor|recovery_code)/,
    ["auth/second-factor/second-factor.routes.ts", "auth/second-factor/second-factor.ts"],
  ],
  [
    "links with third parties",
    /(insert into|delete from) user_identity|update user_identity set (user_id|subject|issuer)/,
    ["auth/third-party/oidc-identities.ts"],
  ],
  ["sessions that begin", /insert into login_session/, ["auth/token/sessions.ts"]],
  [
    "roles of users",
    /(insert into|update|delete from) user_role/,
    [
      "users/import/user-import.write.ts",
      "users/user/account.create.ts",
      "users/user/user.remove.ts",
      "users/user/user.roles.ts",
    ],
  ],
];

describe("SQL that writes credentials", () => {
  const root = join(import.meta.dirname, "../..");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
  for (const [what, pattern, files] of writers)
    it(`${what}: in the places that are known`, () =>
      assert.deepEqual(sources.flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).toSorted(), [...files]));
});
