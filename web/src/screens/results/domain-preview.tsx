import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { nameOf } from '../../parts/page-name.js';
import { WebLink } from '../../parts/web-link.js';
import { ago, count, percent } from '../../parts/words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { BEST_PAGES, type CollectedDomain } from './queries.js';
import { TagsField } from './tags-field.js';

interface Props {
  readonly topicId: string;
  readonly domain: CollectedDomain;
  readonly save: (said: { readonly tags: string[]; readonly note: string }) => void;
}

/** A domain of a collection: its figures, its best pages, and what people say of it. */
export function DomainPreview({ topicId, domain, save }: Props): JSX.Element {
  const { name, relevant, pages, share, shareAtLeast, firstFoundAt, lastFoundAt, seedDomain } = domain;
  const best = useQuery(BEST_PAGES, { id: topicId, domain: name });
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
        {share !== null && `: ${percent(share)}, with 95% confidence at least ${percent(shareAtLeast)}`}. First found{' '}
        {ago(firstFoundAt, now)}, newest page {ago(lastFoundAt, now)}.
      </p>
      <h3>Best pages</h3>
      <Listed
        loaded={best}
        what="its best pages"
        isEmpty={({ topic }) => topic.pages.nodes.length === 0}
        empty={<p>No page of it is relevant.</p>}
      >
        {({ topic }) => (
          <>
            <ol>
              {topic.pages.nodes.map((page) => (
                <li key={page.key}>
                  <Link to={`${all}&at=${page.key}&sort=probability`}>
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
      <TagsField tags={domain.tags} note={domain.note} save={save} />
    </article>
  );
}
