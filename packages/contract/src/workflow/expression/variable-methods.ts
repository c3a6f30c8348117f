/** Methods of `execution`: they read and write variables of the instance, and reach nothing else. */
export const variableMethods: ReadonlySet<string> = new Set([
  "getVariable",
  "hasVariable",
  "setVariable",
  "removeVariable",
]);
