import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";

/** A list's input as the web writes it: paging, sorting (comma-separated field names) and filter parameters as plain text. */
export type ListParams<Name extends string = string> = ListFilters<Name> & {
  current?: number;
  size?: number | string;
  ascs?: string;
  descs?: string;
  /** «0»: all rows. */
  isPaging?: string;
};
type ListFilters<Name extends string> = { readonly [N in Name]?: string | number | null };

/** The input that saves an entity: the contract gives each of them these three parts. */
type IsSave<I> = "id" | "version" | "remark" extends keyof I ? true : false;

/**
 * What the web passes to a call: for lists the names of their filters, for an existing row its id and its changes, for all
 * others what the contract says.
 */
export type InputOf<I> = [I] extends [ListQuery & { readonly $names?: infer Name extends string }]
  ? ListParams<Name>
  : unknown extends I
    ? unknown
    : IsSave<I> extends true
      ? I | (Partial<I> & { id: string })
      : I;

/** The result of a call: a file where the call returns bytes. */
export type OutputOf<O> = [O] extends [undefined] ? Download : O;

export interface Download {
  blob: Blob;
  name: string;
}
