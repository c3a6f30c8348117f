import { getCookie, getStore, removeStore, setCookie, setStore, storedAt } from './storage.ts'

const accessCookie = 'Authorization'
const refreshCookie = 'saber-refresh-token'
const record = 'token'

export const accessToken = (): string | null => getCookie(accessCookie)
/**
 * The token as the browser itself holds it. Another window may have swapped it a moment ago, which this window's own copy of the cookies
 * need not show yet.
 */
export async function currentToken(): Promise<string | null> {
  if (!('cookieStore' in window)) return accessToken()
  const value = (await window.cookieStore.get(accessCookie))?.value
  return value ? decodeURIComponent(value) : null
}
export const refreshToken = (): string | null => getCookie(refreshCookie)

/** Keeps a new pair; the moment it was issued is kept beside it, because a cookie does not tell its age. */
export function storeTokens(pair: { access_token: string; refresh_token: string; expires_in: number }): void {
  setCookie(accessCookie, pair.access_token)
  setCookie(refreshCookie, pair.refresh_token)
  setStore({ name: record, content: { expiresIn: pair.expires_in } })
}

export function clearTokens(): void {
  setCookie(accessCookie, null)
  setCookie(refreshCookie, null)
  removeStore({ name: record })
}

/** Seconds since the token was issued. */
export function tokenAge(): number {
  const at = getStore({ name: record }) === null ? null : storedAt({ name: record })
  return at === null ? 0 : (Date.now() - at) / 1000
}
