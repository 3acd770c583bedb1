/** What the generated client knows of the arguments of queries. */
export interface ArgumentSchema {
  readonly strings: readonly string[];
  /** base64url */
  readonly graph: string;
}

export function leanSchema(schema: ArgumentSchema): ArgumentSchema;
export function leanClient(text: string): string;
