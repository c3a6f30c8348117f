interface Hours {
  courseHours: string;
}

/** The hours of a class after its course was chosen: those of the course, unless others were typed. */
export function hoursAfter(
  typed: string | null | undefined,
  before: Hours | undefined,
  next: Hours | undefined,
): string | null {
  const untouched =
    typed == null || typed === "" || (before !== undefined && Number(typed) === Number(before.courseHours));
  return untouched ? (next?.courseHours ?? null) : typed;
}
