import type { Page } from 'playwright-core';

/** Objects that the screens show. */
export interface Subjects {
  readonly sessionId: string;
  readonly topicId: string;
  readonly modelId: string;
  readonly step: number;
  readonly domain: number;
  readonly sessions: readonly string[];
  readonly experimentId: string;
  readonly monitorId: string;
  readonly scheduleId: string;
}

export const SCREENS: readonly {
  readonly name: string;
  readonly path: (subjects: Subjects) => string;
  /** Locator of what appears with the main content. */
  readonly shown: string;
  /** Whether the content grows with the session. */
  readonly large: boolean;
  readonly before?: (page: Page) => Promise<void>;
}[];
