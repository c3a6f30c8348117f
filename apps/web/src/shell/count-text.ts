/** A number on a badge, the same in its name: who asks for «99+» by voice must find it. */
export const countText = (n: number): string => (n > 99 ? "99+" : String(n));
