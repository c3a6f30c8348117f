import type { Plugin } from "vite";

const named = /role: "img",\s*"aria-label": icon\.name/;
const silent = `role: restProps["aria-label"] ? "img" : undefined,
    "aria-hidden": restProps["aria-label"] ? undefined : true`;

/**
 * Hides icons from screen readers unless whoever places one names it. Those of Ant Design, also inside its components, call themselves by the
 * English name of their file («home 首页»), which hides too that a button has no name of its own.
 */
export const silentIcons = (): Plugin => ({
  name: "silent-icons",
  enforce: "pre",
  transform: {
    filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js/ },
    handler(code) {
      if (!named.test(code)) this.error("The icons name themselves in another way now");
      return { code: code.replace(named, silent), map: null };
    },
  },
});
