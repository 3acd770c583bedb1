import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { nameOf } from '../../parts/page-name.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { type CollectedDomain, PROFILE, type Profile } from './queries.js';
import { type Save, TagsField } from './tags-field.js';

interface Props {
  readonly topicId: string;
  readonly domain: CollectedDomain;
  readonly save: Save;
}

const ROBOTS: Readonly<Record<Profile['robots'], string>> = {
  ALLOWED: 'lets its home page be fetched',
  REFUSED: 'forbids its home page',
  UNREACHABLE: 'could not be read',
  UNKNOWN: 'is not known yet',
};

/** Domains that link to it, or that it links to. Those of the collection lead to their own row. */
function Neighbours({
  name,
  topicId,
  domains,
}: {
  readonly name: string;
  readonly topicId: string;
  readonly domains: Profile['linksTo'];
}): JSX.Element | null {
  if (domains.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {domains.map(({ name: other, collected }, i) => (
          <span key={other}>
            {i > 0 && ', '}
            {collected ? (
              <Link to={`${pathTo('collectedDomains', topicId)}?${domainQuery(other)}`}>
                <bdi>{other}</bdi>
              </Link>
            ) : (
              <bdi>{other}</bdi>
            )}
          </span>
        ))}
      </dd>
    </div>
  );
}

const domainQuery = (name: string): URLSearchParams => new URLSearchParams({ relevant: 'any', search: name, at: name });

function About({ topicId, profile }: { readonly topicId: string; readonly profile: Profile }): JSX.Element {
  const { summary, words, home, robots, path, linkedFrom, linksTo } = profile;
  return (
    <>
      {summary !== null && <p dir="auto">{summary}</p>}
      <dl class="terms">
        {words.length > 0 && (
          <div>
            <dt>Telling words</dt>
            <dd dir="auto">{words.join(', ')}</dd>
          </div>
        )}
        {path.length > 1 && (
          <div>
            <dt>Path to it</dt>
            <dd>
              <bdi>{path.map(({ name }) => name).join(' → ')}</bdi>
            </dd>
          </div>
        )}
        <Neighbours name="Linked from" topicId={topicId} domains={linkedFrom} />
        <Neighbours name="Links to" topicId={topicId} domains={linksTo} />
        <div>
          <dt>robots.txt</dt>
          <dd>{ROBOTS[robots]}</dd>
        </div>
        {home?.failure != null && (
          <div>
            <dt>Home page</dt>
            <dd>
              <bdi>{home.failure}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </>
  );
}

/** A domain of a collection: what it is, its figures, its best pages, and what people say of it. */
export function DomainPreview({ topicId, domain, save }: Props): JSX.Element {
  const { name, relevant, pages, share, shareAtLeast, expected, firstFoundAt, lastFoundAt, seedDomain } = domain;
  const profile = useQuery(PROFILE, { id: topicId, domain: name });
  const now = Date.now();
  const all = `${pathTo('results', topicId)}?${new URLSearchParams({ domain: name })}`;
  return (
    <article>
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p class="note">
        <WebLink url={`https://${name}/`}>Open it</WebLink>
        {seedDomain && ' · a seed of the topic is in this domain'}
      </p>
      <p>
        {count(relevant)} of {count(pages)} pages are relevant
        {share !== null && `: ${percent(share)}, with 95% confidence at least ${percent(shareAtLeast)}`}.{' '}
        {count(expected)} more are expected. First found {ago(firstFoundAt, now)}, newest page {ago(lastFoundAt, now)}.
      </p>
      <Listed loaded={profile} what="its profile">
        {({ collectedDomain }) => (
          <>
            <About topicId={topicId} profile={collectedDomain.profile} />
            <h3>Best pages</h3>
            {collectedDomain.profile.bestPages.length === 0 && <p class="note">No page of it is relevant.</p>}
            <ol>
              {collectedDomain.profile.bestPages.map((page) => (
                <li key={page.key}>
                  <Link to={`${all}&sort=probability&at=${page.key}`}>
                    <bdi>{nameOf(page)}</bdi>
                  </Link>{' '}
                  <small>{percent(page.probability)}</small>
                </li>
              ))}
            </ol>
            <p>
              <Link to={all}>All its relevant pages</Link>
            </p>
          </>
        )}
      </Listed>
      <TagsField of="domains[0]" tags={domain.tags} note={domain.note} save={save} />
    </article>
  );
}
