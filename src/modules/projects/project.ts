/** How much a project may use; null is unlimited. Days are those of UTC. */
export interface ProjectQuotas {
  readonly sessionsRunning: number | null;
  readonly fetchesPerDay: number | null;
  readonly storedPages: number | null;
  readonly rendersPerDay: number | null;
}

/** Owns topics and all that is made from them. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly quotas: ProjectQuotas;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What to change: what is left out keeps its value. */
export interface ProjectChange {
  readonly name?: string | null;
  readonly quotas?: Partial<ProjectQuotas> | null;
}

export const MAX_PROJECT_NAME_CHARS = 100;
