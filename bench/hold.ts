import { testServer } from "../apps/api/test/database/test-server.ts";
console.log((await testServer()).url);
setInterval(() => {}, 1000);
