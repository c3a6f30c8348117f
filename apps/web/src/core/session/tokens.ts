/**
 * The access token of this window. It is held in memory only, where no script of another page and nothing on the disk finds it; the
 * refresh token is in a cookie that only the server reads. A window that is reloaded gets a token by that cookie.
 */
let held: { token: string; at: number; seconds: number } | null = null;

export const accessToken = (): string | null => held?.token ?? null;

export function storeToken({
  access_token: token,
  expires_in: seconds,
}: {
  access_token: string;
  expires_in: number;
}): void {
  held = { token, at: Date.now(), seconds };
}

export function clearToken(): void {
  held = null;
}

/** Whether the token is so old that it must be swapped. @param limit age in seconds from which it always is */
export function isTokenOld(limit: number): boolean {
  if (!held) return false;
  const age = (Date.now() - held.at) / 1000;
  return age >= Math.min(limit, held.seconds * 0.8);
}
