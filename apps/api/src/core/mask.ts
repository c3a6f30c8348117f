import type { Entity } from "@jipei/contract/core/entity.ts";
import type { MaskKind } from "@jipei/contract/core/field.ts";
import { type View, dependsOnRow, noClaim, sightOf } from "@jipei/contract/core/sight.ts";
import { sql } from "kysely";
import { type Actor, hasRole } from "./actor.ts";
import { upToCounty } from "./address.ts";
import { type Condition, everything, nothing } from "./sql.ts";

/** Hides the middle of a value; null stays null. Twelve characters of an ID number never leave the server in clear. */
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

/** The first character of a person's name. */
export const maskName = (name: string): string => [...name].map((one, index) => (index === 0 ? one : "*")).join("");
/** Who takes out rows without the names of persons. */
export const isNameless = (actor: Actor, view: View): boolean => view === "export" && hasRole(actor, "leader");

/** The rows (alias `t`) of which this actor sees a kind of personal data in full in the detail. */
export function fullInDetail(actor: Actor, entity: Entity<any>, kind: MaskKind): Condition {
  if (sightOf(actor, entity, kind, "detail") === "full") return everything;
  const ofClaim =
    dependsOnRow(entity) && sightOf(actor, entity, kind, "detail", { subsidyStatus: "firstTrial" }) === "full";
  return ofClaim
    ? sql`t.subsidy_status <> all(${[...noClaim].filter((status) => typeof status === "string")}::text[])`
    : nothing;
}

/** The value as this actor may see it. */
export function seen(
  actor: Actor,
  entity: Entity<any>,
  kind: MaskKind,
  value: string | null,
  view: View,
): string | null {
  const sight = sightOf(actor, entity, kind, view);
  return sight === "full" ? value : sight === "hidden" ? null : mask(kind, value);
}
