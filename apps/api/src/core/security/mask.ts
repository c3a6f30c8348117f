import type { Entity } from "@jipei/contract/core/entity.ts";
import type { MaskKind } from "@jipei/contract/core/fields/field.ts";
import { type View, dependsOnRow, noClaim, getSight } from "@jipei/contract/core/fields/sight.ts";
import { sql } from "kysely";
import { type Actor, type Reader, hasRole } from "../foundation/actor.ts";
import { upToCounty } from "./address.ts";
import { type Condition, everything, nothing } from "../database/sql.ts";

/** Masks the middle of a value; null stays null. At most ten characters of an ID number remain. */
export function mask(kind: MaskKind, value: string | null): string | null {
  if (value === null || value === "") return value;
  switch (kind) {
    case "idNumber":
      return value.length <= 10 ? stars(value, 1, 1) : stars(value, 6, 4);
    case "birthday":
      return `${value.slice(0, 4)}-**-**`;
    case "phone":
      return stars(value, 3, 4);
    case "bankAccount":
    case "unitAccount":
      return stars(value, 4, 4);
    case "email": {
      const at = value.indexOf("@");
      return at < 1 ? "***" : `${value.slice(0, 1)}***${value.slice(at)}`;
    }
    case "address":
      return `${upToCounty(value)}****`;
    case "proof":
      return "已上传";
    case "parts":
      return "***";
  }
}

const stars = (value: string, head: number, tail: number) =>
  value.length <= head + tail
    ? "*".repeat(value.length)
    : value.slice(0, head) + "*".repeat(value.length - head - tail) + value.slice(-tail);

/** Masks a person's name but for its first character. */
export const maskName = (name: string): string => [...name].map((one, index) => (index === 0 ? one : "*")).join("");
/** Whether exports of the actor mask the names of persons. */
export const isNameless = (actor: Reader, view: View): boolean => view === "export" && hasRole(actor, "leader");

/** The condition on the rows (alias `t`) whose detail shows this actor a kind of personal data in full. */
export function fullInDetail(actor: Actor, entity: Entity, kind: MaskKind): Condition {
  if (getSight(actor, entity, kind, "detail") === "full") return everything;
  const ofClaim =
    dependsOnRow(entity) && getSight(actor, entity, kind, "detail", { subsidyStatus: "firstTrial" }) === "full";
  return ofClaim
    ? sql`t.subsidy_status <> all(${[...noClaim].filter((status) => typeof status === "string")}::text[])`
    : nothing;
}

/** The value as this actor may see it. */
export function seen(actor: Actor, entity: Entity, kind: MaskKind, value: string | null, view: View): string | null {
  const sight = getSight(actor, entity, kind, view);
  if (sight === "hidden") return null;
  return sight === "full" ? value : mask(kind, value);
}
