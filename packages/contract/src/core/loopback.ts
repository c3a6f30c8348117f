/** Whether a host is this machine itself, so that traffic to it passes no network. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
