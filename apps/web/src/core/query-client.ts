import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

/** Data of hidden tabs stays for an hour; what is older than half a minute is asked for again when it is looked at. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 3_600_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status === 503),
    },
  },
});
