import type { JSX } from 'preact';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Listed } from '../../parts/listed.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { CandidatesPart } from './candidates.js';
import { ExamplesPart } from './examples.js';
import { KEYWORDS } from './keyword-queries.js';
import { KeywordsPart } from './keywords.js';
import { LabellingPart } from './labelling.js';
import { ModelsPart } from './models.js';
import { SeedsPart } from './seeds.js';
import { TOPIC } from './topic-queries.js';
import { TopicSessions } from './topic-sessions.js';
import './topic.css';

const PARTS = [
  ['keywords', 'Keywords'],
  ['candidates', 'Candidates'],
  ['seeds', 'Seeds'],
  ['examples', 'Examples'],
  ['labels', 'Labels'],
  ['models', 'Models'],
  ['sessions', 'Sessions'],
] as const;

/** A topic with all that it is made of. Each part is asked for by itself. */
export default function TopicScreen({ id }: { readonly id: string }): JSX.Element {
  const loaded = useQuery(TOPIC, { id });
  const keywords = useQuery(KEYWORDS, { id });
  const topic = loaded.data?.topic;
  return (
    <>
      <div class="title">
        <Heading text={topic?.name ?? 'Topic'} {...(topic && { hint: topic.description })} />
        {topic && (
          <div class="buttons">
            {mayWrite() && (
              <>
                <Link to={`${pathTo('start')}?topic=${encodeURIComponent(id)}`} class="button primary">
                  Start a session
                </Link>
                <Link to={`${pathTo('schedules')}?topic=${encodeURIComponent(id)}`} class="button">
                  Schedule
                </Link>
                <Link to={`${pathTo('monitors')}?topic=${encodeURIComponent(id)}`} class="button">
                  Watch
                </Link>
              </>
            )}
            <Link to={pathTo('results', id)} class="button">
              Results
            </Link>
            {mayWrite() && (
              <Link to={pathTo('labels', id)} class="button">
                Label pages
              </Link>
            )}
          </div>
        )}
      </div>
      <Listed loaded={loaded} what="the topic">
        {({ topic: shown }) => (
          <div class="topic">
            <nav aria-label="Parts of the topic" class="parts">
              {PARTS.map(([name, text]) => (
                <a key={name} href={`#${name}-heading`}>
                  {text}
                </a>
              ))}
            </nav>
            <KeywordsPart topicId={id} loaded={keywords} />
            <CandidatesPart topicId={id} changed={keywords.reload} />
            <SeedsPart topicId={id} seeds={shown.seeds} changed={loaded.reload} />
            <ExamplesPart topicId={id} counts={shown.exampleCounts} changed={loaded.reload} />
            <LabellingPart topic={shown} changed={loaded.reload} />
            <ModelsPart topicId={id} hasLabeller={shown.labeller.labeller !== null} />
            <TopicSessions topicId={id} />
          </div>
        )}
      </Listed>
    </>
  );
}
