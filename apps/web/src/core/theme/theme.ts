import type { ThemeConfig } from "antd";
import { colours } from "./colours.ts";

/** antd in the product's colours; darker than its defaults where those miss a contrast of 4.5 : 1. */
export const theme: ThemeConfig = {
  token: {
    colorPrimary: colours.accent,
    colorInfo: colours.accent,
    colorLink: colours.accent,
    colorLinkHover: colours.accentHover,
    colorError: colours.bad,
    colorSuccess: colours.good,
    colorWarning: colours.waiting,
    // Derived ones are lighter: white on them could not be read.
    colorPrimaryHover: colours.accentHover,
    colorPrimaryActive: colours.accentHover,
    colorErrorHover: colours.badHover,
    colorErrorActive: colours.badHover,
    // Derived from colours this dark they would be muddy.
    colorInfoBg: colours.busySoft,
    colorErrorBg: colours.badSoft,
    colorSuccessBg: colours.goodSoft,
    colorWarningBg: colours.waitingSoft,
    colorText: colours.text,
    colorTextSecondary: colours.textSoft,
    colorTextTertiary: colours.textSoft,
    colorTextDescription: colours.textSoft,
    colorTextPlaceholder: colours.placeholder,
    colorTextDisabled: colours.placeholder,
    colorBorder: "#c3cad2",
    colorBorderSecondary: colours.line,
    colorBgLayout: colours.ground,
    borderRadius: 4,
    fontSize: 14,
    controlHeight: 32,
    fontFamily: "inherit",
    // Left to CSS alone, a motion that takes no time never ends for antd, and a list that should go stays.
    motion: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    motionDurationMid: "0.15s",
    motionDurationSlow: "0.2s",
  },
  components: {
    Table: {
      cellPaddingBlockSM: 5,
      cellPaddingInlineSM: 8,
      headerBg: "#f7f8fa",
      headerColor: colours.text,
      rowHoverBg: colours.accentSoft,
      rowSelectedBg: colours.accentSoft,
      rowSelectedHoverBg: "#dfecfb",
    },
    Modal: { titleFontSize: 16 },
    Descriptions: { itemPaddingBottom: 8 },
  },
};
