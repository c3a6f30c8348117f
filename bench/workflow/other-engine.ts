import { EventEmitter } from "node:events";
import { Engine } from "bpmn-engine";
import { BpmnModdle } from "bpmn-moddle";

/** bpmn-engine, whose state is a document: taken from what was stored, and given back to be stored. */
export interface OtherEngine {
  /** Runs a process up to where it waits. @returns its state as JSON */
  start(): Promise<string>;
  /** Completes the task for which a stored process waits. @returns its next state */
  goOn(state: string): Promise<string>;
}

/** Reads a model once for all its processes. */
export async function openOtherEngine(xml: string): Promise<OtherEngine> {
  const moddleContext = await new BpmnModdle().fromXML(xml);
  const listener = new EventEmitter();
  return {
    async start() {
      const engine = new Engine({ name: "bench", moddleContext });
      await engine.execute({ listener });
      return JSON.stringify(await engine.getState());
    },
    async goOn(state) {
      const engine = new Engine().recover(JSON.parse(state));
      const execution = await engine.resume({ listener });
      const [waiting] = execution.getPostponed();
      if (!waiting) throw new Error("bpmn-engine waits for nothing");
      execution.signal({ id: waiting.id });
      return JSON.stringify(await engine.getState());
    },
  };
}
