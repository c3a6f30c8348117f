import { type LoginIdentity, sharedUser } from "@jipei/contract/auth/auth.ts";
import { checkAccountPhone } from "@jipei/contract/core/fields/formats.ts";
import type { Services } from "../../core/foundation/services.ts";
import type { Counted } from "./throttle.ts";

/** The account that a sign-in names: its possible login types, and the name as it was typed. */
export interface NamedAccount {
  loginTypes: readonly string[];
  name: string;
  /** The name is a phone, and a code sent to it stands for the password. */
  byCode?: true;
}

/** Why a user string is not accepted: `unreadable` it cannot be parsed, `anonymous` a shared user without the account behind it, `unsupported` a way to sign in that is not offered. */
export type IdentityIssue = "unreadable" | "anonymous" | "unsupported";

/**
 * Parses the structured user string; a text that is not a JSON object is the account name of a business login.
 * Bureau staff, assessors and enterprises sign in with their own account name; institutions and students through a shared user.
 */
export function readIdentity(username: string): NamedAccount | IdentityIssue {
  if (!username.startsWith("{")) return business(username.trim());
  let identity: Partial<Record<keyof LoginIdentity, unknown>>;
  try {
    identity = JSON.parse(username) as typeof identity;
  } catch {
    return "unreadable";
  }
  const { loginType, userId, extUserId = "", loginMethod = "1" } = identity;
  if (
    typeof loginType !== "string" ||
    typeof userId !== "string" ||
    typeof extUserId !== "string" ||
    typeof loginMethod !== "string"
  )
    return "unreadable";
  if (loginMethod === "2") return byCode(loginType, userId.trim(), extUserId.trim());
  if (loginMethod !== "1") return loginMethod === "3" ? "unsupported" : "unreadable";
  switch (loginType) {
    case "0":
      return business(userId.trim());
    case "3":
      return business(userId.trim(), ["3"]);
    case "1":
      return shared(sharedUser.institution, userId, extUserId, "1");
    case "2":
      return shared(sharedUser.student, userId, extUserId, "2");
    case "4":
    case "5":
      return "unsupported";
    default:
      return "unreadable";
  }
}

function business(name: string, loginTypes = ["0", "3"]): NamedAccount | IdentityIssue {
  if (Object.values(sharedUser).some((user) => user === name.toUpperCase())) return "anonymous";
  return isName(name) ? { loginTypes, name } : "unreadable";
}

/** Login types of the account that a phone may belong to; `5`, sign-in by phone, allows all. */
const ofPhone: Readonly<Record<string, readonly string[]>> = {
  "0": ["0", "3"],
  "1": ["1"],
  "2": ["2"],
  "3": ["3"],
  "5": ["0", "1", "2", "3"],
};

function byCode(loginType: string, userId: string, extUserId: string): NamedAccount | IdentityIssue {
  const loginTypes = ofPhone[loginType];
  if (!loginTypes) return loginType === "4" ? "unsupported" : "unreadable";
  const isShared = loginType === "1" || loginType === "2";
  if (isShared && userId !== (loginType === "1" ? sharedUser.institution : sharedUser.student)) return "unreadable";
  const name = isShared ? extUserId : userId;
  if (name === "") return isShared ? "anonymous" : "unreadable";
  return checkAccountPhone(name) ? "unreadable" : { loginTypes, name, byCode: true };
}

function shared(expected: string, userId: string, extUserId: string, loginType: string): NamedAccount | IdentityIssue {
  if (userId !== expected) return "unreadable";
  const name = extUserId.trim();
  if (name === "") return "anonymous";
  return isName(name) ? { loginTypes: [loginType], name } : "unreadable";
}

const isName = (name: string) =>
  name !== "" && name.length <= 60 && !/[\u0000-\u001f]/.test(name) && name.isWellFormed();

export interface LoginUser {
  id: string;
  account: string;
  status: string;
  passwordHash: string | null;
}

/** The account that a sign-in is about. */
export interface SignInTarget {
  /** The user whom failures are counted for and recorded with, whatever login type was asked for. */
  holderId: string | null;
  /** The account, where it has the login type that was asked for. */
  user: LoginUser | null;
  counted: Counted;
}

/**
 * Finds the account that a sign-in with a password names: one of the login type that was asked for, else whoever has the name, so that nobody has to know
 * which tab is theirs; an ID number is that of its owner before it is anybody's name. The session is of the account's own type, and a wrong password is answered alike whether there is an account or not. Students may give their ID number, of which the database stores only a keyed hash. Failures count for the user
 * who has the name: otherwise a user asked for with two login types could be tried twice as often. Those by an ID number count for the number alone,
 * unless they come from a device of its owner: a count or a wait of the account would tell whoever sees the number masked which one it is.
 * @param isOwnDevice whether the try comes from a device on which a user signed in before
 */
export async function findSignInTarget(
  app: Services,
  { loginTypes, name, byCode }: NamedAccount,
  isOwnDevice: (userId: string) => boolean,
): Promise<SignInTarget> {
  if (byCode) {
    const user = (await findPhoneUser(app, loginTypes, name)) ?? null;
    return { holderId: user?.id ?? null, user, counted: `phone ${name}` };
  }
  const { rows } = await app.pool.query<LoginUser>({
    name: "login-user",
    text: `select id, account, status, password_hash as "passwordHash" from credential
      where is_deleted = 0 and (lower(account) = lower($2) or (login_type = '2' and id_number_hash = $3))
      order by login_type = any($1) desc, id_number_hash = $3 desc nulls last, id limit 1`,
    values: [loginTypes, name, app.cipher.hash(name)],
  });
  const user = rows[0] ?? null;
  const isByName = user?.account.toLowerCase() === name.toLowerCase();
  return user && (isByName || isOwnDevice(user.id))
    ? { holderId: user.id, user, counted: `user ${user.id}` }
    : { holderId: null, user, counted: `name ${name.toLowerCase()}` };
}

/**
 * The account that a phone signs in to: that of an enabled student, who proved the number at registration; otherwise the only enabled one with it. Where
 * several have the number, none is found, so that nobody gets in by writing somebody's number into an account. Accounts that wait for approval or are
 * disabled do not block others, since anybody may register with any number: they are found only where no enabled account has it, so that the response
 * says why. A number that somebody else entered does not sign in before its owner has proven it.
 */
export async function findPhoneUser(
  app: Services,
  loginTypes: readonly string[],
  phone: string,
): Promise<LoginUser | undefined> {
  const { rows } = await app.pool.query<LoginUser & { proven: boolean }>({
    name: "login-phone",
    text: `select id, account, status, password_hash as "passwordHash", login_type = '2' and account_id is not null as proven from credential
      where is_deleted = 0 and phone_hash = $1 and phone_proven = '1' and login_type = any($2) order by (status = '1') desc, proven desc, id limit 2`,
    values: [app.cipher.hash(phone), loginTypes],
  });
  const [first, second] = rows;
  return first?.status === "1" && !first.proven && second?.status === "1" ? undefined : first;
}
