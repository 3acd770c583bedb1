import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../../api/failures.js';
import { addressProblem } from '../../parts/addresses.js';
import { Field } from '../../parts/field.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import type { Draft } from './draft.js';
import { isAbout, saidOf } from '../../parts/failure-place.js';
import type { Namesake } from './start-session.js';

interface Props {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly failure: Failure | null;
  readonly namesake: Namesake | null;
  readonly children: ComponentChildren;
}

const addressOfStart = (topicId: string): string => `${pathTo('start')}?topic=${encodeURIComponent(topicId)}`;

/** Keywords, name and seeds: what makes a topic. */
export function TopicPart({ draft, change, failure, namesake, children }: Props): JSX.Element {
  const seedProblem = addressProblem(draft.seeds) ?? saidOf(failure, 'seeds', 'Seeds');
  return (
    <fieldset>
      <legend>Topic</legend>
      <Field
        name="Keywords"
        helpId="keywords-help"
        help="Words or phrases that relevant pages have, separated by commas. Three are enough to begin with."
        problem={saidOf(failure, 'keywords', 'Keywords')}
      >
        <textarea
          rows={3}
          required
          dir="auto"
          value={draft.keywords}
          aria-invalid={isAbout(failure, 'keywords')}
          aria-describedby="keywords-help"
          onInput={(event) => change({ keywords: event.currentTarget.value })}
        />
      </Field>
      <Field
        name="Name of the topic"
        helpId="name-help"
        help={
          namesake ? (
            <>
              Choose another name, or{' '}
              <Link to={addressOfStart(namesake.id)}>start a session of the topic that is there</Link>
              {' ('}
              <Link to={pathTo('topic', namesake.id)}>look at it</Link>).
            </>
          ) : (
            'Empty: its first keywords.'
          )
        }
        problem={saidOf(failure, 'name', 'Name of the topic')}
      >
        <input
          maxLength={200}
          dir="auto"
          value={draft.name}
          aria-invalid={isAbout(failure, 'name')}
          aria-describedby="name-help"
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field
        name="Seeds"
        helpId="seeds-help"
        help="Addresses from which the crawl starts, one in a line or separated by commas."
        problem={seedProblem}
      >
        <textarea
          rows={4}
          value={draft.seeds}
          spellcheck={false}
          aria-invalid={seedProblem !== null}
          aria-describedby="seeds-help"
          onInput={(event) => change({ seeds: event.currentTarget.value })}
        />
      </Field>
      {children}
    </fieldset>
  );
}
