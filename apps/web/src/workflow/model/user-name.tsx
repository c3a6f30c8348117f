import { userCalls } from "@jipei/contract/users/user.ts";
import { useCall } from "../../core/api/use-call.ts";

/** The name of a user of whom a model knows the number. */
export function UserName({ id }: { id: string }) {
  const found = useCall(userCalls.detail, { id });
  return found.data?.realName ?? id;
}
