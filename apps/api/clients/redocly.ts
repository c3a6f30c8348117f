/** What we use of @redocly/openapi-core, which is installed apart. */
export declare function createConfig(config: { extends: string[] }): Promise<object>;
export declare function lint(options: { ref: string; config: object }): Promise<Problem[]>;
interface Problem {
  ruleId: string;
  message: string;
  location: { pointer?: string }[];
}
