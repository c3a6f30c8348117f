/** What a class has in common with the one before it. */
const common = [
  "orgPlanId",
  "orgCourseId",
  "classMode",
  "isSubsidy",
  "planCount",
  "totalHours",
  "trainPlace",
  "classroomId",
  "headTeacherId",
  "headTeacherPhone",
  "contact",
  "contactPhone",
  "chargeStandard",
  "textbook",
] as const;
type Common = (typeof common)[number];

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== "";
/** A masked phone is no phone. */
const isWhole = (value: unknown): boolean => isFilled(value) && !String(value).includes("*");

/**
 * What a new class begins with: what was typed stays; the rest is that of the last class, and of the institution where there is none.
 * @param typed what the form has for a field
 */
export function templateValues(
  last: { readonly [N in Common]?: unknown } | null,
  organisation: { contact?: string | null; contactPhone?: string | null },
  typed: (name: Common) => unknown,
): Partial<Record<Common, unknown>> {
  const from: { readonly [N in Common]?: unknown } = { ...organisationValues(organisation), ...filled(last ?? {}) };
  return Object.fromEntries(
    common.flatMap((name) =>
      isWhole(from[name]) && (!isFilled(typed(name)) || chosenBefore.has(name)) ? [[name, from[name]]] : [],
    ),
  );
}

/** Fields that a form has filled before anybody typed. */
const chosenBefore: ReadonlySet<Common> = new Set(["classMode", "isSubsidy"]);

const filled = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isWhole(value))) as Partial<T>;
const organisationValues = ({ contact, contactPhone }: Parameters<typeof templateValues>[1]) => ({
  contact,
  contactPhone,
});
