import type { FlowValue as Value } from "../flow-form.ts";

export type Binary = "+" | "-" | "*" | "/" | "%" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||";

/** An expression that was parsed. */
export type Node =
  | { readonly kind: "literal"; readonly value: Value }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "member"; readonly of: Node; readonly key: Node }
  | { readonly kind: "unary"; readonly operator: "!" | "-" | "empty"; readonly of: Node }
  | { readonly kind: "binary"; readonly operator: Binary; readonly left: Node; readonly right: Node }
  | { readonly kind: "choice"; readonly condition: Node; readonly yes: Node; readonly no: Node }
  /** A method of the product, of the closed list. */
  | { readonly kind: "call"; readonly name: string; readonly parameters: readonly Node[] }
  /** A method of the execution: reads and writes variables. */
  | { readonly kind: "variables"; readonly name: string; readonly parameters: readonly Node[] }
  /** A method of a value, such as `size()`. */
  | { readonly kind: "method"; readonly of: Node; readonly name: string; readonly parameters: readonly Node[] };
