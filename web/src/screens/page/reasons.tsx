import type { JSX } from 'preact';
import { spelled } from '../../parts/named-words.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { FeatureBars } from './feature-bars.js';
import type { Followed, PageShown } from './queries.js';
import { rulesInWords, termsInWords } from './why-terms.js';
import { whyInWords } from './why-words.js';

/**
 * Why it was chosen: in sentences, in the policy's own terms, by the rules of its tree and by the features of the link.
 */
export function Reasons({ id, page }: { readonly id: string; readonly page: PageShown }): JSX.Element {
  const { why } = page;
  const facts = { outcome: page.outcome, isSeed: why.link === null && page.sourceStep === null, attempt: page.attempt };
  const terms = termsInWords(why.terms);
  return (
    <section aria-labelledby="why-heading">
      <h2 id="why-heading">Why it was chosen</h2>
      <p class="reason">{whyInWords(why, facts).join(' ')}</p>
      <p class="note">
        <Link to={pathTo('learnedState', id)}>Policy {why.policy}</Link>, version {why.policyVersion}
      </p>
      {terms.length > 0 && (
        <dl class="terms">
          {terms.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {why.leaf && (
        <>
          <h3>Rules of the tree, from its root to leaf {why.leaf.id}</h3>
          {why.leaf.rules.length === 0 ? (
            <p>The tree had one leaf only: no split separated links yet.</p>
          ) : (
            <ol>
              {rulesInWords(why.leaf.rules).map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ol>
          )}
        </>
      )}
      {why.features && why.features.length > 0 && (
        <>
          <h3>Features of the link when it was chosen</h3>
          <FeatureBars features={why.features} />
        </>
      )}
    </section>
  );
}

/** The link that was followed, as it stands on its page. */
export function LinkInContext({ id, link }: { readonly id: string; readonly link: Followed }): JSX.Element {
  return (
    <section aria-labelledby="link-heading">
      <h2 id="link-heading">The link that led here</h2>
      <blockquote dir="auto">
        {link.before} <mark>{link.anchor === '' ? 'a link without text' : link.anchor}</mark> {link.after}
      </blockquote>
      <dl class="terms">
        <div>
          <dt>On</dt>
          <dd>
            <Link to={pathTo('page', id, String(link.sourceStep))}>the page of step {link.sourceStep}</Link>
          </dd>
        </div>
        <div>
          <dt>Place on the page</dt>
          <dd>{spelled(link.place)}</dd>
        </div>
        {link.heading !== '' && (
          <div>
            <dt>Heading above it</dt>
            <dd dir="auto">{link.heading}</dd>
          </div>
        )}
        {link.tagPath !== '' && (
          <div>
            <dt>Tag path</dt>
            <dd>
              <code>{link.tagPath}</code>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
