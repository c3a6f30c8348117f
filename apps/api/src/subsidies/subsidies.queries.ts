/** Which claims an actor sees. */
export { claimScope } from "./claim/claim.scope.ts";
export { claimDrafts, claimsWaiting, returnedClaims } from "./home-rows.ts";
export { getPaymentsOfPerson } from "./payment/payments-of-person.ts";
