/** What other domains may use: how far the further approval of a move has come. */
export { ApprovalBar } from "./approval/approval-bar.tsx";
export { useApproval, useApprovalWait } from "./approval/use-approval.ts";
