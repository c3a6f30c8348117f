import type { Domain } from "../core/implement.ts";
import { extQueryRoutes, extQueryWorkers } from "./ext-query.routes.ts";

export const externalData: Domain = { name: "external-data", routes: extQueryRoutes, workers: extQueryWorkers };
