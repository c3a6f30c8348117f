/** Which claims an actor sees. */
export { claimScope } from "./claim/claim.scope.ts";
export { getClaimsDue } from "./enterprise-due.ts";
export { claimDrafts, claimsWaiting, returnedClaims } from "./home-rows.ts";
export { dropProjectPrice, setProjectPrice } from "./projects/project-prices.ts";
export { getPaymentsOfPerson } from "./payment/payments-of-person.ts";
