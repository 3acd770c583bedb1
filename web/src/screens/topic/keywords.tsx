import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { mayWrite } from '../../api/sign-in.js';
import { useQuery, type Loaded } from '../../api/use-query.js';
import { Field } from '../../parts/field.js';
import { Form } from '../../parts/form.js';
import { Listed } from '../../parts/listed.js';
import { spelled } from '../../parts/named-words.js';
import { Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, counted, decimal } from '../../parts/words.js';
import { edited, isEdited, NO_EDITS, withRemoved } from './keyword-edits.js';
import { type KeywordSets, OLD_KEYWORDS, PUT_KEYWORDS } from './keyword-queries.js';

function OldVersion({ topicId, version }: { readonly topicId: string; readonly version: number }): JSX.Element {
  const loaded = useQuery(OLD_KEYWORDS, { topicId, version });
  return (
    <Listed loaded={loaded} what="its keywords">
      {({ keywordSet }) => <p dir="auto">{keywordSet.keywords.map(({ text }) => text).join(', ')}</p>}
    </Listed>
  );
}

function Versions({
  topicId,
  sets,
}: {
  readonly topicId: string;
  readonly sets: KeywordSets['keywordSets']['nodes'];
}): JSX.Element {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <details>
      <summary>{counted(sets.length, 'version')}</summary>
      <ul>
        {sets.map(({ id, version, size, createdAt }) => (
          <li key={id}>
            Version {version}: {counted(size, 'keyword')}, {ago(createdAt, Date.now())}{' '}
            <button
              type="button"
              aria-expanded={shown === version}
              onClick={() => setShown(shown === version ? null : version)}
            >
              {shown === version ? 'Hide' : 'Show'}
              <span class="hidden"> version {version}</span>
            </button>
            {shown === version && <OldVersion topicId={topicId} version={version} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

const OUTDATED = {
  failure: {
    message: 'The keywords have changed since they were shown here.',
    advice: 'The newest are shown now, and your changes stay. Check them, then save again.',
    field: null,
    needsKey: false,
  },
  said: '',
};

interface Props {
  readonly topicId: string;
  readonly loaded: Loaded<{ readonly topic: KeywordSets }>;
}

function Editor({
  topicId,
  topic,
  changed,
}: {
  readonly topicId: string;
  readonly topic: KeywordSets;
  readonly changed: () => void;
}): JSX.Element {
  const keywords = topic.keywordSet?.keywords ?? [];
  const texts = keywords.map(({ text }) => text);
  const [edits, setEdits] = useState(NO_EDITS);
  const action = useAction(changed);
  const isOutdated = action.failure?.isOutdated ?? false;
  useEffect(() => {
    if (isOutdated) changed();
  }, [action.failure]);
  const after = edited(texts, edits);
  const save = async (): Promise<void> => {
    const variables = { topicId, keywords: after, expected: topic.keywordSetVersion };
    if (await action.run(PUT_KEYWORDS, variables, 'A new version was made.')) setEdits(NO_EDITS);
  };
  return (
    <Form failure={action.failure} send={save}>
      {keywords.length > 0 && (
        <Table
          isShort
          name="Keywords"
          rows={keywords}
          idOf={({ text }) => text}
          columns={[
            {
              head: 'Keyword',
              cell: ({ text }) => <bdi>{edits.removed.includes(text) ? <s>{text}</s> : text}</bdi>,
            },
            { head: 'Kind', cell: ({ kind }) => (kind === 'phrase' ? 'phrase' : 'word') },
            {
              head: 'Weight',
              means: 'Similarity: 1 for keywords that people gave, otherwise that found by the expansion',
              isNumber: true,
              cell: ({ similarity }) => decimal(similarity * 100) + '%',
            },
            { head: 'Origin', cell: ({ origin }) => (origin === 'user' ? 'given' : spelled(origin)) },
            {
              head: 'Change',
              isChange: true,
              cell: ({ text }) => (
                <button
                  type="button"
                  aria-pressed={edits.removed.includes(text)}
                  aria-label={`Remove: ${text}`}
                  onClick={() => setEdits(withRemoved(edits, text))}
                >
                  {edits.removed.includes(text) ? 'Keep' : 'Remove'}
                </button>
              ),
            },
          ]}
        />
      )}
      {mayWrite() && (
        <>
          <Field name="Add keywords" of="keywords" helpId="add-keywords" help="Words or phrases, separated by commas.">
            <textarea
              rows={2}
              dir="auto"
              value={edits.added}
              aria-describedby="add-keywords"
              onInput={(event) => setEdits({ ...edits, added: event.currentTarget.value })}
            />
          </Field>
          <Outcome action={isOutdated ? OUTDATED : action} />
          <button
            type="submit"
            class="primary"
            disabled={action.isBusy || after.length === 0 || !isEdited(texts, edits)}
          >
            Save as a new version
          </button>{' '}
          <small>{counted(after.length, 'keyword')}. Sessions that have begun keep their version.</small>
        </>
      )}
    </Form>
  );
}

/** The keywords of a topic. Each change makes the next version. */
export function KeywordsPart({ topicId, loaded }: Props): JSX.Element {
  return (
    <section aria-labelledby="keywords-heading">
      <h2 id="keywords-heading">Keywords</h2>
      <Listed loaded={loaded} what="the keywords">
        {({ topic }) => (
          <>
            {topic.keywordSet === null ? (
              <p class="empty">The topic has no keywords yet.{mayWrite() && ' Add some below.'}</p>
            ) : (
              <p class="note">Version {topic.keywordSet.version}.</p>
            )}
            <Editor topicId={topicId} topic={topic} changed={loaded.reload} />
            {topic.keywordSets.nodes.length > 0 && <Versions topicId={topicId} sets={topic.keywordSets.nodes} />}
          </>
        )}
      </Listed>
    </section>
  );
}
