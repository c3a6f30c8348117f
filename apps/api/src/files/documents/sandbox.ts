import { existsSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { Converter } from "../../core/foundation/settings.ts";

/** Limits of one conversion, as the shell sets them: seconds of processor time, bytes of a file that it writes, and of memory. */
export interface Limits {
  cpuSeconds: number;
  fileBytes: number;
  memoryBytes: number;
}

/** A program with its arguments. */
type Command = readonly [program: string, ...args: string[]];

/** What a program needs of the system to start, and nothing that says anything about the machine or its users. */
const shared = [
  "/usr",
  "/bin",
  "/lib",
  "/lib64",
  "/etc/alternatives",
  "/etc/fonts",
  "/etc/ld.so.cache",
  "/etc/libreoffice",
];

/** Where the folder of a conversion is inside. */
const room = "/conversion";

/**
 * The command that runs the converter on a folder and sees nothing else: no network, no file of the machine but programs and fonts, no other
 * process, no variable of ours. Without a sandbox the limits remain.
 * @param args of the converter, made of the folder as the converter knows it
 */
export function confine(
  { program, sandbox }: Converter,
  folder: string,
  args: (folder: string) => readonly string[],
  limits: Limits,
): Command {
  const limited = [
    "/bin/sh",
    "-c",
    `ulimit -t ${limits.cpuSeconds}; ulimit -f ${Math.floor(limits.fileBytes / 512)}; ulimit -v ${Math.floor(limits.memoryBytes / 1024)}; exec "$@"`,
    "sh",
  ] as const;
  if (sandbox === null) return [...limited, program, ...args(folder)];
  // The program may be a link into a folder of its own (/opt), which then is needed too.
  const home = dirname(dirname(realpathSync(program)));
  const visible = [...shared, ...(home.startsWith("/usr/") ? [] : [home])].filter((path) => existsSync(path));
  return [
    ...limited,
    sandbox,
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
    ...[
      ["--cap-drop", "ALL"],
      ["--setenv", "PATH", "/usr/bin:/bin"],
      ["--setenv", "HOME", "/tmp"],
      ["--setenv", "LANG", "C.UTF-8"],
      // Before the program's folder, which may lie below it.
      ["--tmpfs", "/tmp"],
      ...visible.map((path) => ["--ro-bind", path, path]),
      ["--proc", "/proc"],
      ["--dev", "/dev"],
      ["--bind", folder, room],
      ["--chdir", room],
    ].flat(),
    realpathSync(program),
    ...args(room),
  ];
}
