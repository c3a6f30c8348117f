import type { WireTables } from "../wire-table.ts";

export const authFields: WireTables = {
  Client: `
    clientId!:48 scope=:100 authorizedGrantTypes!:codes accessTokenValidity!:int refreshTokenValidity!:int
    webServerRedirectUri:300 additionalInformation:1000 autoapprove:code`,
};
