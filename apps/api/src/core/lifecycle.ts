/** Whether this process is on its way out: it answers what it is asked, but says that it is not ready, so that balancers ask another. */
export interface Lifecycle {
  leaving: boolean;
}
