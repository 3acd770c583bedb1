import { McpServer } from '@modelcontextprotocol/server';
import type { Gleaner } from '#client';
import type { Tool } from './tool.js';
import { VERSION } from '../../../platform/config/index.js';
import { compareSessions } from './tools/compare-sessions.js';
import { describeSite } from './tools/describe-site.js';
import { explainPage } from './tools/explain-page.js';
import { labelPage, nextLabels } from './tools/labels.js';
import {
  getPageText,
  listCollectedDomains,
  listCollectedPages,
  listDomains,
  listRelevantPages,
} from './tools/pages.js';
import { sessionStatus, startSession, stopSession } from './tools/sessions.js';
import { suggestSeeds } from './tools/suggest-seeds.js';
import { createTopic, listTopics } from './tools/topics.js';
import { UNTRUSTED } from './web-text.js';

/** In the order of use. */
const TOOLS: readonly Tool[] = [
  createTopic,
  listTopics,
  suggestSeeds,
  startSession,
  sessionStatus,
  listRelevantPages,
  listDomains,
  listCollectedPages,
  listCollectedDomains,
  describeSite,
  getPageText,
  explainPage,
  nextLabels,
  labelPage,
  compareSessions,
  stopSession,
];

const INSTRUCTIONS =
  'Gleaner crawls the web for pages about a topic. Order of work: create_topic with keywords and seeds (suggest_seeds finds some); start_session; session_status with wait_seconds ' +
  'until there are enough relevant pages or the session has ended; list_relevant_pages and get_page_text to read what was found. list_collected_pages has what all sessions of a topic found, and describe_site tells of one web site. ' +
  'To make the judgement better: next_labels and label_page. Crawls are slow on purpose, because they are polite to web sites. ' +
  UNTRUSTED;

/**
 * A server of the Model Context Protocol with all tools, based on a client of the service. @param fault called with
 * unexpected errors
 */
export function toolServer(gleaner: Gleaner, fault: (error: unknown) => void): McpServer {
  const server = new McpServer({ name: 'gleaner', title: 'Gleaner', version: VERSION }, { instructions: INSTRUCTIONS });
  for (const tool of TOOLS) tool.addTo(server, gleaner, fault);
  return server;
}
