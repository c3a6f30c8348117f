import type { ThemeConfig } from "antd";
import { useEffect, useState } from "react";
import { type Scheme, palettes } from "./colours.ts";
import { useScheme } from "./scheme.ts";

/** antd in the product's colours; darker than its defaults, or lighter on dark, where those miss a contrast of 4.5 : 1. */
function makeTheme(scheme: Scheme): ThemeConfig {
  const colours = palettes[scheme];
  return {
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
      colorTextLightSolid: colours.onFill,
      colorBorder: colours.border,
      colorBorderSecondary: colours.line,
      colorBgLayout: colours.ground,
      colorBgContainer: colours.surface,
      colorBgElevated: colours.raised,
      borderRadius: 4,
      fontSize: 14,
      controlHeight: 32,
      // What a button is about can be read while it is at work; its icon turns.
      opacityLoading: 1,
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
        headerBg: colours.head,
        headerColor: colours.text,
        rowHoverBg: colours.accentSoft,
        rowSelectedBg: colours.accentSoft,
        rowSelectedHoverBg: colours.chosenHover,
      },
      Modal: { titleFontSize: 16 },
      Descriptions: { itemPaddingBottom: 8 },
      // Dark in both schemes.
      Tooltip: { colorTextLightSolid: palettes.light.onFill },
    },
  };
}

const themes: Record<Scheme, ThemeConfig> = { light: makeTheme("light"), dark: makeTheme("dark") };

/** The theme of the scheme in use. What antd derives for dark is fetched when it is first needed; our own colours stand from the start. */
export function useTheme(): ThemeConfig {
  const scheme = useScheme();
  const [theme, setTheme] = useState(themes[scheme]);
  useEffect(() => {
    if (scheme === "light" || themes.dark.algorithm) return;
    void import("./dark-algorithm.ts").then(({ darkAlgorithm }) => {
      themes.dark = { ...themes.dark, algorithm: darkAlgorithm };
      setTheme(themes.dark);
    });
  }, [scheme]);
  return theme.algorithm && scheme === "dark" ? theme : themes[scheme];
}
