/** A number on a badge, the same in its accessible name: voice users who say «99+» must find it. */
export const countText = (n: number): string => (n > 99 ? "99+" : String(n));
