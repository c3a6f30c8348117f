import { jobList } from "@jipei/contract/core/job.ts";
import { useSyncExternalStore } from "react";
import { queryClient } from "../api/query-client.ts";

/** Whether the job tray is open. A store of its own, so that any button can open it without drawing it. */
let open = false;
const listeners = new Set<() => void>();
const notifyListeners = () => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Called when a job was started: shows the tray, and fetches the jobs at once. */
export function openJobs(): void {
  setJobsOpen(true);
  void queryClient.invalidateQueries({ queryKey: [jobList.path] });
}

export function setJobsOpen(next: boolean): void {
  open = next;
  notifyListeners();
}

export const useJobsOpen = (): boolean => useSyncExternalStore(subscribe, () => open);
