// Prints the CREATE TABLE of entities, to start a migration from: node apps/api/scripts/ddl.ts Organisation Classroom
import { entities } from "@jipei/contract/entities.ts";
import { createTable } from "../src/core/database/ddl.ts";

const wanted = process.argv.slice(2);
for (const entity of entities)
  if (wanted.length === 0 || wanted.includes(entity.name)) console.log(createTable(entity));
