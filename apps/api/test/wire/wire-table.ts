/**
 * The fields that clients of the family know of each entity, stated apart from the contract, which may have more. A word is a field: its name; who
 * fills it (`!` every save, `?` submission at the latest, `=` the server alone, nothing: whoever wants to); and after the colon what it is: the
 * length of a text, digits of a decimal in all and after the point, a kind of the contract, `secret` for what is only ever sent, `rows` for
 * rows of another entity that stand in a detail.
 */
export type WireTables = Readonly<Record<string, string>>;
