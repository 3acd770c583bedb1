/** The generated client's schema of query arguments. */
export interface ArgumentSchema {
  readonly strings: readonly string[];
  /** base64url */
  readonly graph: string;
}

export function leanSchema(schema: ArgumentSchema): ArgumentSchema;
export function leanClient(text: string): { client: string; compiler: string };
export function withOwnRuntime(text: string, depth: number): string;
export function leanRuntime(text: string): string;
