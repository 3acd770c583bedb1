/** Owns topics and all that is made from them. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const MAX_PROJECT_NAME_CHARS = 100;
