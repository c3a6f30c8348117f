import type { Entity } from "@jipei/contract/core/entity.ts";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { createTable } from "../../src/core/database/ddl.ts";
import type { Actor } from "../../src/core/foundation/actor.ts";
import { buildApp } from "../../src/core/http/app.ts";
import type { Domain } from "../../src/core/http/implement.ts";
import type { TestApp, TestUser } from "./test-app.ts";
import { withActors } from "./test-services.ts";

/** The API with a domain of a test instead of those of the product, over an entity whose table is made here. @param users who may ask it */
export async function serveOwnDomain(
  app: TestApp,
  entity: Entity,
  domain: Omit<Domain, "name">,
  users: readonly TestUser[],
): Promise<FastifyInstance> {
  await sql.raw(createTable(entity)).execute(app.db);
  const actors = new Map(users.map(({ token, actor }): [string, Actor] => [token, actor]));
  return buildApp(app, { ...withActors(actors), domains: [{ name: "test", ...domain }] });
}
