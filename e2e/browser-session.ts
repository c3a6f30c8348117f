import {
  programNo,
  refreshCookie,
  refreshCookieHeader,
  sharedUser,
  token,
  webClient,
} from "@jipei/contract/auth/auth.ts";
import type { StorageState } from "./pages.ts";

/** Signing in as the web does, without the time of its login page. */

/** The tab of the login page, for accounts that are not of the bureau. */
const tabs: Readonly<Record<string, "institution" | "student">> = {
  org: "institution",
  teacher: "institution",
  student: "student",
};
/** Accounts of one kind that tests make are numbered: student12. */
export const tabOf = (account: string): "institution" | "student" | undefined => tabs[account.replace(/\d+$/, "")];

/** The kind of account in the token call. */
function buildIdentity(account: string) {
  const tab = tabOf(account);
  const shared = tab && sharedUser[tab];
  return {
    loginType: tab === "institution" ? "1" : tab === "student" ? "2" : "0",
    userId: shared ?? account,
    ...(shared && { extUserId: account }),
    loginMethod: "1",
    programNo,
  };
}

interface Entered {
  info: { access_token: string };
  /** With the refresh token. */
  cookie: string;
}

/** Signs in at the server at `url`. */
export async function enter(url: string, account: string, password: string): Promise<Entered> {
  const answer = await fetch(url + token.path, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`${webClient.id}:${webClient.secret}`)}`, [refreshCookieHeader]: "1" },
    body: new URLSearchParams({
      grant_type: "password",
      username: JSON.stringify(buildIdentity(account)),
      password,
    }),
  });
  const info = (await answer.json()) as { access_token: string };
  const [, cookie] = new RegExp(`${refreshCookie}=([^;]+)`).exec(answer.headers.get("set-cookie") ?? "") ?? [];
  if (!cookie) throw new Error(`${account} did not get in: ${JSON.stringify(info)}`);
  return { info, cookie };
}

/** What a browser stores of a new session: the cookie with the refresh token, and the user. */
export async function getSession(url: string, account: string, password: string): Promise<StorageState> {
  const { info, cookie: value } = await enter(url, account, password);
  const entry = { dataType: "object", content: info, datetime: Date.now() };
  return {
    cookies: [
      {
        name: refreshCookie,
        value,
        domain: new URL(url).hostname,
        path: token.path,
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: "Strict",
      },
    ],
    origins: [{ origin: url, localStorage: [{ name: "jipei-userInfo", value: JSON.stringify(entry) }] }],
  };
}
