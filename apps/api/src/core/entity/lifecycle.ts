/** Whether this process is shutting down: it still answers requests, but reports that it is not ready, so that load balancers turn to another. */
export interface Lifecycle {
  leaving: boolean;
}
