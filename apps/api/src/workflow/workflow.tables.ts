import type { Generated } from "kysely";
import type { Json, NullableJson } from "../core/database/tables.ts";

/** Tables that no entity of the contract describes. */
declare module "../core/database/tables.ts" {
  interface Database {
    flowActivity: {
      instanceId: string;
      key: string;
      execution: string;
      element: string;
      name: string;
      type: string;
      taskKey: string | null;
      startTime: string;
      endTime: string | null;
      outcome: "completed" | "cancelled" | "returned" | "error" | null;
    };
    flowExecution: {
      instanceId: string;
      key: string;
      parent: string | null;
      element: string;
      kind: "token" | "scope" | "multi";
      variables: Json;
      arrivedBy: string | null;
      items: NullableJson;
      returnTo: Json;
    };
    flowFormValue: {
      instanceId: string;
      name: string;
      processDefinitionKey: string;
      kind: string;
      textValue: string | null;
      numberValue: string | null;
    };
    flowListField: {
      processDefinitionKey: string;
      name: string;
      place: number;
      label: string;
      kind: string;
      choices: Json;
    };
    flowStartTimer: {
      definitionId: string;
      element: string;
      due: string;
      repeats: number | null;
      cycle: string | null;
    };
    flowTimer: {
      instanceId: string;
      key: string;
      execution: string;
      element: string;
      due: string;
      repeats: number | null;
      cycle: string | null;
    };
    flowVariable: {
      instanceId: string;
      name: string;
      value: Json;
    };
    flowWait: {
      instanceId: string;
      key: string;
      execution: string;
      element: string;
      kind: "message" | "signal" | "receive" | "call";
      name: string;
      /** How often what it waits for has come without having been brought yet. */
      arrivals: Generated<number>;
      /** Until when it is not brought again, where the process could not go on. */
      notBefore: Generated<string | null>;
    };
  }
  /** Columns that the contract does not describe, of tables that it does. */
  interface HiddenColumns {
    FlowDefinition: {
      starters: Generated<string[]>;
    };
    FlowFollow: {
      rootId: string | null;
      parentId: string | null;
      error: string | null;
      nextKey: number;
    };
    FlowFormFile: {
      steps: Generated<string[]>;
      isOpen: Generated<boolean>;
    };
    FlowTask: {
      taskKey: string;
      execution: string;
      formKey: string | null;
      isStarters: boolean;
      isAdded: Generated<boolean>;
      candidateUsers: string[];
      candidateGroups: string[];
      candidates: string[];
      remindedTime: string | null;
    };
  }
}
