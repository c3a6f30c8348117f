/** Jobs of processes: who sends one names it without knowing what it does. */
export const deliverWorker = "workflow.deliver";
export const beginWorker = "workflow.begin";
export const fireWorker = "workflow.fire";
