import { useSearchParams } from "react-router";

/** Parameters of a page that are changed; without a value they are taken away. */
export type ParamChange = (part: Readonly<Record<string, string | null | undefined>>) => void;

/** What a page is asked for stands in its address, so that it can be kept, sent and gone back to. */
export function useQueryParams(): [params: URLSearchParams, change: ParamChange] {
  const [params, setParams] = useSearchParams();
  const change: ParamChange = (part) =>
    setParams(
      (current) => {
        for (const [name, value] of Object.entries(part)) {
          if (value) current.set(name, value);
          else current.delete(name);
        }
        return current;
      },
      { replace: true },
    );
  return [params, change];
}
