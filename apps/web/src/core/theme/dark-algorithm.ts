import { theme } from "antd";

/** What antd derives from a few colours, for a dark page. */
export const { darkAlgorithm } = theme;
