import type { Translation } from "../core/i18n/texts.ts";
import type zh from "./texts.zh.ts";

export default {
  provider: {
    test: "Test",
    testTitle: "Test “{name}”",
    testing: "Connecting…",
    good: "Users can sign in",
    bad: "Nobody can sign in at the moment",
    redirect: "Register this redirect address with the provider",
    again: "Test again",
    hint: "OpenID Connect with authorization code and PKCE. The issuer is the provider’s own; its description must stand at “address/.well-known/openid-configuration”.",
    hintSource: "The key is part of the redirect address; save, then press “Test” to see the address to register.",
    keep: "The secret is never shown. Leave it empty to keep it; after a change of issuer or client ID it has to be entered again.",
    removeSecret: "Remove secret",
    removeSecretOf: "Remove the client secret of “{name}”",
    removed: "Secret removed",
    asPublic: "From then on the system signs in as a public client, with PKCE alone; the provider must allow it.",
    level: { good: "Good", note: "Note", bad: "Problem" },
  },
} satisfies Translation<typeof zh>;
