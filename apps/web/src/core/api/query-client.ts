import { QueryClient } from "@tanstack/react-query";
import { CallError } from "./call-error.ts";

/** Data of hidden tabs is cached for an hour; data older than half a minute is fetched again when it is shown. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 3_600_000,
      retry: (count, error) => count < 2 && error instanceof CallError && (error.status === 0 || error.status === 503),
    },
  },
});
