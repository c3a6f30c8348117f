export interface GeneratedFile {
  /** The path below the folder of the project. */
  path: string;
  text: string;
}
