import type { Generated } from "kysely";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    envelopeKey: {
      id: string;
      sessionId: string;
      keys: string;
      createTime: Generated<string>;
      expireTime: Generated<string>;
    };
    envelopeNonce: {
      keyId: string;
      nonce: string;
      createTime: Generated<string>;
    };
    factorChallenge: {
      tokenHash: string;
      userId: string;
      clientId: string;
      grantType: string;
      failures: Generated<number>;
      createTime: Generated<string>;
      expireTime: string;
      identityId: string | null;
    };
    loginFailure: {
      key: string;
      failures: number;
      firstTime: Generated<string>;
      lastTime: Generated<string>;
      lockedUntil: string | null;
      id: Generated<string>;
      kind: string | null;
      userId: string | null;
      address: string | null;
    };
    loginSession: {
      id: Generated<string>;
      userId: string;
      clientId: string;
      generation: Generated<number>;
      rotateTime: Generated<string>;
      createTime: Generated<string>;
      expireTime: string;
      endTime: string | null;
      endReason: string | null;
      ip: string;
      number: Generated<string>;
      identityId: string | null;
      agent: string | null;
      locked: Generated<number>;
      lockHash: string | null;
      lockFailures: Generated<number>;
      endBy: Generated<string>;
      passwordShownTime: string | null;
    };
    recoveryCode: {
      userId: string;
      codeHash: string;
    };
    secondFactor: {
      userId: string;
      secret: string | null;
      pendingSecret: string | null;
      pendingTime: string | null;
      setUpTime: string | null;
      lastStep: Generated<string>;
    };
    thirdPartyStep: {
      secretHash: string;
      stage: string;
      browserHash: string | null;
      providerId: string;
      data: string;
      expireTime: string;
    };
    usedProof: {
      nonce: string;
      expireTime: string;
    };
    userIdentity: {
      id: Generated<string>;
      userId: string;
      providerId: string;
      issuer: string;
      subject: string;
      name: string | null;
      linkTime: Generated<string>;
      lastTime: string | null;
    };
  }
  /** Columns that the contract does not describe, of tables that it does. */
  interface HiddenColumns {
    Client: {
      clientSecretHash: string;
    };
  }
}
