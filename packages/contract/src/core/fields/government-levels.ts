/** The levels of government by which bases and people are recognised. */
export const governmentLevels = {
  "1": ["国家", "National"],
  "2": ["省", "Province"],
  "3": ["市", "City"],
  "4": ["县", "County"],
} as const;
