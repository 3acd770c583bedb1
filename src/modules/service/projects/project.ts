/** Limits of a project; null is unlimited. Days are those of UTC. */
export interface ProjectQuotas {
  readonly sessionsRunning: number | null;
  readonly fetchesPerDay: number | null;
  readonly storedPages: number | null;
  readonly rendersPerDay: number | null;
}

/** Owns topics and all their derived objects. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly quotas: ProjectQuotas;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Changes of a project: omitted fields keep their values. */
export interface ProjectChange {
  readonly name?: string | null;
  readonly quotas?: Partial<ProjectQuotas> | null;
}

export const MAX_PROJECT_NAME_CHARS = 100;
