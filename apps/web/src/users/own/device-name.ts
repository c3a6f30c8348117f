/** In this order: most browsers name others as well. */
const browsers = [
  [/MicroMessenger\//, "微信 WeChat"],
  [/Edg\//, "Edge"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/Android/, "Android"],
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** Browser and system in words, out of how a browser names itself; what is no browser as it stands. null: it gave no name. */
export function deviceName(agent: string | null | undefined): string | null {
  if (!agent) return null;
  const [browser, system] = [browsers, systems].map((kinds) => kinds.find(([pattern]) => pattern.test(agent))?.[1]);
  return [browser, system].filter(Boolean).join(" · ") || agent.slice(0, 60);
}
