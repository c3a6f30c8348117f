// The server under its supervisor, as npm start runs it after installing and building.
import { superviseOnNode24 } from "../../../../scripts/lib/server.mjs";

superviseOnNode24(["apps/api/src/main.ts"]);
