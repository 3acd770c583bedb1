import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { type Figure, Figures } from '../../parts/figures.js';
import { Heading } from '../../parts/heading.js';
import { outcomeInWords } from '../../parts/outcome-words.js';
import { nameOf, queryOf } from '../../parts/page-name.js';
import { Badge, Empty, Failed, Loading } from '../../parts/states.js';
import { Marked } from '../../parts/marked.js';
import { Thumbnail } from '../../parts/thumbnail.js';
import { WebLink } from '../../parts/web-link.js';
import { count, dayOf, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { PathFromSeed, WhatCameOfIt } from './page-lists.js';
import { PAGE, type PageShown } from './queries.js';
import { LinkInContext, Reasons } from './reasons.js';
import { short } from './why.js';
import './page.css';

function Numbers({ page }: { readonly page: PageShown }): JSX.Element {
  const figures: readonly Figure[] = [
    ['Outcome', outcomeInWords(page.outcome), page.httpStatus === null ? '' : `status ${page.httpStatus}`],
    ['Probability of relevance', percent(page.probability), page.relevant ? 'relevant' : 'not relevant'],
    ['Reward', short(page.reward), 'training signal of the policy'],
    ...(page.publishedAt === null ? [] : [['Published', dayOf(page.publishedAt), ''] as const]),
    ['Links from the seed', count(page.depth), ''],
    ['Completed as', `no. ${count(page.seq + 1)}`, `chosen as no. ${count(page.step + 1)}`],
  ];
  return <Figures figures={figures} />;
}

function Shown({ id, step }: { readonly id: string; readonly step: number }): JSX.Element {
  const { data, failure, reload } = useQuery(PAGE, { id, step });
  if (!data)
    return (
      <>
        <Heading text="Why this page" />
        {failure ? <Failed failure={failure} again={reload} /> : <Loading what="the page" />}
        <p>
          <Link to={pathTo('session', id)}>Back to the session</Link>
        </p>
      </>
    );
  const { page, session } = data;
  const name = nameOf(page);
  return (
    <>
      <div class="title">
        <Heading text="Why" of={name} />
        {page.outcome === 'PAGE' && (
          <Badge state={page.relevant ? 'relevant' : 'other'}>{page.relevant ? 'Relevant' : 'Not relevant'}</Badge>
        )}
      </div>
      <p class="note">
        <Link to={pathTo('session', id)}>Back to the session {session.topic.name}</Link> ·{' '}
        <Link to={`${pathTo('graph', id)}?step=${step}`}>Link graph around it</Link> ·{' '}
        <Link to={`${pathTo('graph', id)}?domain=${encodeURIComponent(page.domainName)}`}>
          Link graph of {page.domainName}
        </Link>{' '}
        ·{' '}
        <Link to={`${pathTo('labels', session.topicId)}?session=${encodeURIComponent(id)}`}>
          Label pages of the session
        </Link>
      </p>
      {failure && <Failed failure={failure} again={reload} />}
      <div class="page-head">
        {page.hasScreenshot && <Thumbnail sessionId={id} step={step} name={name} />}
        <div>
          <p class="address">
            {queryOf(page.url) === null ? <WebLink url={page.url}>{page.url}</WebLink> : <bdi>{name}</bdi>}
            {page.finalUrl !== page.url && (
              <>
                {' '}
                leads to <WebLink url={page.finalUrl}>{page.finalUrl}</WebLink>
              </>
            )}
          </p>
          {page.message !== null && <p dir="auto">{page.message}</p>}
          {page.duplicateOf !== null && (
            <p>
              It repeats the text of{' '}
              <Link to={pathTo('page', id, String(page.duplicateOf))}>the page of step {page.duplicateOf}</Link>.
            </p>
          )}
          {page.excerpt !== null && page.excerpt !== '' && (
            <p class="excerpt" dir="auto">
              <Marked text={page.excerpt} marks={page.excerptMarks} />
            </p>
          )}
        </div>
      </div>
      <Numbers page={page} />
      <div class="halves">
        <Reasons id={id} page={page} />
        <div class="column">
          {page.why.link && <LinkInContext id={id} link={page.why.link} />}
          <PathFromSeed id={id} path={page.why.path} />
          <WhatCameOfIt id={id} page={page} session={session} />
        </div>
      </div>
    </>
  );
}

/** Why one page was fetched, and what came of it. */
export default function PageScreen({ id, step }: { readonly id: string; readonly step: string }): JSX.Element {
  if (/^\d{1,9}$/.test(step)) return <Shown id={id} step={Number(step)} />;
  return (
    <>
      <Heading text="Why this page" />
      <Empty>
        <p>Pages of a session have numbers, from 0.</p>
        <Link to={pathTo('session', id)}>See the session</Link>
      </Empty>
    </>
  );
}
