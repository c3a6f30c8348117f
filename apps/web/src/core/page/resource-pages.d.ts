/** Pages of entities that state their address (`core/resource.ts` of the contract), listed by the build: `resource-pages.ts` beside `vite.config.ts`. */
declare module "virtual:resource-pages" {
  export const pages: Readonly<Record<string, import("./registry.ts").Loader>>;
}
