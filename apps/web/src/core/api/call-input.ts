import type { Call } from "@jipei/contract/core/call.ts";
import type { FileItem } from "@jipei/contract/core/fields/field.ts";
import type { ListQuery } from "@jipei/contract/core/fields/shape.ts";

/** A list's input as the web writes it: paging, sorting (comma-separated field names) and filter parameters as plain text. */
type ListParams<F> = F & {
  current?: number;
  size?: number | string;
  ascs?: string;
  descs?: string;
  /** «0»: all rows. */
  isPaging?: string;
};

/** The input that saves an entity: the contract gives each of them these three parts. */
type IsSave<I> = "id" | "version" | "remark" extends keyof I ? true : false;

/** Files are named by items or by their ids. */
type WithIds<I> = { [K in keyof I]: I[K] extends FileItem[] | null | undefined ? I[K] | string[] : I[K] };

/**
 * What the web passes to a call: for lists the names of their filters, for an existing row its id and its changes, for all
 * others what the contract says.
 */
export type InputOf<I> = [I] extends [ListQuery & { readonly $filters?: infer F extends object }]
  ? ListParams<F>
  : unknown extends I
    ? unknown
    : IsSave<I> extends true
      ? I | (Partial<I> & { id: string })
      : WithIds<I>;

/** What the web passes to a call of this type. */
export type SentBy<C> = C extends Call<infer I, unknown> ? InputOf<I> : never;

/** The result of a call: a file where the call returns bytes. */
export type OutputOf<O> = [O] extends [undefined] ? Download : O;

export interface Download {
  blob: Blob;
  name: string;
}
