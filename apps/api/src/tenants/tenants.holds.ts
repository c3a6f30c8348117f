import { question } from "../core/foundation/ports.ts";

/** Asked with the id of a data source, which is locked against removal until the transaction ends. */
export const lockDatasource = question<string>("is the data source there?");
