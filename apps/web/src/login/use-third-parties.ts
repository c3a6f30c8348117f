import { thirdParties } from "@jipei/contract/auth/third-party.ts";
import { useEffect, useState } from "react";
import { invoke } from "../core/api/call-client.ts";

export interface ThirdParty {
  source: string;
  name: string;
  nameEn: string;
}

/** Third parties of this address that one may sign in with; none until they are known, and none when they cannot be. */
export function useThirdParties(): readonly ThirdParty[] {
  const [parties, setParties] = useState<readonly ThirdParty[]>([]);
  useEffect(
    () =>
      void invoke(thirdParties, undefined, { silent: true, headers: { "Tenant-Id": "" } }).then(
        setParties,
        () => undefined,
      ),
    [],
  );
  return parties;
}
