import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { mayWrite } from '../api/sign-in.js';
import { Heading } from '../parts/heading.js';
import { later } from '../parts/later.js';
import { KeyWanted } from '../parts/trouble.js';
import { go } from '../router.js';
import { pathTo, type Place, type ScreenName } from '../routes.js';
import { OverviewScreen } from './overview/overview-screen.js';
import { SessionsScreen } from './sessions.js';
import { SessionScreen } from './session/session-screen.js';

/** The screen for each address. Screens that the first page does not need are loaded when they are opened. */

type Shown = (place: Place, query: URLSearchParams) => JSX.Element;

const StartScreen = later(() => import('./start/start-screen.js'));
const DomainsScreen = later(() => import('./domains/domains-screen.js'));
const EventsScreen = later(() => import('./events/events-screen.js'));
const GraphScreen = later(() => import('./graph/graph-screen.js'));
const LearnedStateScreen = later(() => import('./learned-state/learned-state-screen.js'));
const DomainScreen = later(() => import('./domains/domain-screen.js'));
const CompareScreen = later(() => import('./compare/compare-screen.js'));
const ExperimentScreen = later(() => import('./compare/experiment-screen.js'));
const ExperimentsScreen = later(() => import('./experiments/experiments-screen.js'));
const SpidersScreen = later(() => import('./spiders/spiders-screen.js'));
const SpiderScreen = later(() => import('./spiders/spider-screen.js'));
const LabelsScreen = later(() => import('./labels/labels-screen.js'));
const PageScreen = later(() => import('./page/page-screen.js'));
const TopicResults = later(() => import('./results/topic-results.js'));
const SessionPages = later(() => import('./results/session-pages.js'));
const SharedScreen = later(() => import('./shared/shared-screen.js'));
const TopicsScreen = later(() => import('./topics/topics-screen.js'));
const TopicScreen = later(() => import('./topic/topic-screen.js'));
const ModelScreen = later(() => import('./model/model-screen.js'));
const MonitorsScreen = later(() => import('./monitors/monitors-screen.js'));
const MonitorScreen = later(() => import('./monitors/monitor-screen.js'));
const SchedulesScreen = later(() => import('./schedules/schedules-screen.js'));
const ScheduleScreen = later(() => import('./schedules/schedule-screen.js'));
const OperateScreen = later(() => import('./operate/operate-screen.js'));

/** Addresses of earlier versions lead on. */
function Moved({ to }: { readonly to: string }): JSX.Element {
  useLayoutEffect(() => go(to, { replace: true }), [to]);
  return <></>;
}

/** Schedules and monitors were parts of Operate. */
function movedFrom(part: string, query: URLSearchParams): string | null {
  const of = query.get('of');
  if (part === 'monitors') return pathTo('monitors');
  if (part !== 'schedules') return null;
  return of === null ? pathTo('schedules') : pathTo('schedule', of);
}

/** A screen that does nothing for a key that only reads. */
const forWriters = (title: string, screen: JSX.Element): JSX.Element =>
  mayWrite() ? (
    screen
  ) : (
    <>
      <Heading text={title} />
      <KeyWanted keyWanted="a key with the scope write" />
    </>
  );

export const SCREENS: Readonly<Record<ScreenName, Shown>> = {
  overview: (_, query) => <OverviewScreen since={query.get('since')} />,
  sessions: (_, query) => <SessionsScreen query={query} />,
  start: (_, query) =>
    forWriters('Start', <StartScreen topicId={query.get('topic')} sessionId={query.get('session')} />),
  session: ({ id }, query) => <SessionScreen id={id} beside={query.get('with')} />,
  events: ({ id }, query) => <EventsScreen id={id} kind={query.get('kind')} />,
  domains: ({ id }, query) => <DomainsScreen id={id} query={query} />,
  pages: ({ id }, query) => <SessionPages id={id} query={query} />,
  page: ({ id, part }) => <PageScreen id={id} step={part} />,
  graph: ({ id }, query) => <GraphScreen id={id} step={query.get('step')} domain={query.get('domain')} />,
  learnedState: ({ id }) => <LearnedStateScreen id={id} />,
  domain: ({ id, part }) => <DomainScreen id={id} of={part} />,
  compare: (_, query) => <CompareScreen sessions={query.get('sessions')} />,
  experiments: (_, query) => <ExperimentsScreen query={query} />,
  experiment: ({ id }) => <ExperimentScreen id={id} />,
  spiders: () => <SpidersScreen />,
  spider: ({ id }) => <SpiderScreen id={id} />,
  labels: ({ id }, query) => forWriters('Labels', <LabelsScreen id={id} sessionId={query.get('session')} />),
  results: ({ id }, query) => <TopicResults id={id} of="pages" query={query} />,
  collectedDomains: ({ id }, query) => <TopicResults id={id} of="domains" query={query} />,
  shared: (_, query) => <SharedScreen token={location.hash.slice(1)} query={query} />,
  topics: (_, query) => <TopicsScreen search={query.get('search') ?? ''} />,
  topic: ({ id }) => <TopicScreen id={id} />,
  model: ({ id }, query) => <ModelScreen id={id} otherId={query.get('with')} />,
  operate: () => <OperateScreen part="" of={null} />,
  monitors: (_, query) => <MonitorsScreen query={query} />,
  monitor: ({ id }, query) => <MonitorScreen id={id} query={query} />,
  schedules: (_, query) => <SchedulesScreen query={query} />,
  schedule: ({ id }) => <ScheduleScreen id={id} />,
  operatePart: ({ id }, query) => {
    const moved = movedFrom(id, query);
    return moved === null ? <OperateScreen part={id} of={query.get('of')} /> : <Moved to={moved} />;
  },
};
