import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../api/failures.js';
import { useQuery } from '../../api/use-query.js';
import { Heading } from '../../parts/heading.js';
import { Failed, Loading } from '../../parts/states.js';
import { duration } from '../../parts/words.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import {
  askedInWords,
  type Draft,
  dropDraft,
  eagernessInWords,
  emptyDraft,
  keepDraft,
  keptDraft,
  keywordsIn,
} from './draft.js';
import { NO_ACCESS, unreadableIn } from './access.js';
import { IdentityPart } from './identity-part.js';
import { POLICIES, type Policy, TOPIC } from './queries.js';
import { fieldsOf, isReadable } from './schema-fields.js';
import { SeedSuggestions } from './seed-suggestions.js';
import { SettingInput } from './setting-input.js';
import { estimateOf, saveTopic, startSession } from './start-session.js';
import { Field } from '../../parts/field.js';
import './start.css';

type Change = (part: Partial<Draft>) => void;
interface Part {
  readonly draft: Draft;
  readonly change: Change;
  readonly failure: Failure | null;
}

const isAbout = (failure: Failure | null, field: string): boolean => failure?.field?.split('.', 1)[0] === field;

function TopicPart({ draft, change, failure, children }: Part & { readonly children: JSX.Element }): JSX.Element {
  return (
    <fieldset>
      <legend>What to look for</legend>
      <Field
        name="Keywords"
        helpId="keywords-help"
        help={<>Words or phrases that relevant pages have, separated by commas. Three are enough to begin with.</>}
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
        help={<>May be left out: it is then called by its first keywords.</>}
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
      <Field name="Seeds" helpId="seeds-help" help={<>Addresses from which the crawl starts, one in a line.</>}>
        <textarea
          rows={4}
          value={draft.seeds}
          spellcheck={false}
          aria-invalid={isAbout(failure, 'seeds')}
          aria-describedby="seeds-help"
          onInput={(event) => change({ seeds: event.currentTarget.value })}
        />
      </Field>
      {children}
    </fieldset>
  );
}

function PolicyPart({
  draft,
  change,
  failure,
  policies,
}: Part & { readonly policies: readonly Policy[] }): JSX.Element {
  const policy = policies.find(({ name }) => name === draft.policy);
  const entered = draft.settings[draft.policy] ?? {};
  return (
    <fieldset>
      <legend>How to look</legend>
      <Field
        name="Policy"
        helpId="policy-help"
        help={
          <>
            {policy?.summary} {policy && `Source: ${policy.source}.`}
          </>
        }
      >
        <select
          value={draft.policy}
          aria-invalid={isAbout(failure, 'policy')}
          aria-describedby="policy-help"
          onInput={(event) => change({ policy: event.currentTarget.value })}
        >
          {policies.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <details open={isAbout(failure, 'policyConfig')}>
        <summary>Settings of this policy</summary>
        <div class="settings">
          {fieldsOf(policy?.configSchema).map((field) => (
            <SettingInput
              key={`${draft.policy} ${field.name}`}
              field={field}
              text={entered[field.name] ?? ''}
              entered={(text) =>
                change({ settings: { ...draft.settings, [draft.policy]: { ...entered, [field.name]: text } } })
              }
            />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

/** The ends of the slider, which its number says little about. */
const ENDS = ['wait for the best', 'fill every slot'] as const;

function PacePart({ draft, change, failure }: Part): JSX.Element {
  const words = eagernessInWords(Number(draft.eagerness));
  return (
    <fieldset>
      <legend>How fast</legend>
      <div class="pair">
        <Field name="Fetches at the same time" helpId="concurrency-help" help="From 1 to 64.">
          <input
            type="number"
            min="1"
            max="64"
            value={draft.concurrency}
            aria-invalid={isAbout(failure, 'concurrency')}
            aria-describedby="concurrency-help"
            onInput={(event) => change({ concurrency: event.currentTarget.value })}
          />
        </Field>
        <Field
          name="Seconds between two fetches from one host"
          helpId="delay-help"
          help="Longer where the robots.txt of a host asks for it, or where a host is slow."
        >
          <input
            type="number"
            min="0"
            max="60"
            step="any"
            value={draft.hostDelay}
            aria-invalid={isAbout(failure, 'hostDelayMs')}
            aria-describedby="delay-help"
            onInput={(event) => change({ hostDelay: event.currentTarget.value })}
          />
        </Field>
      </div>
      <div class="field">
        <label for="eagerness">
          <span>Eagerness</span>
        </label>
        <div class="slider">
          <input
            id="eagerness"
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={draft.eagerness}
            aria-invalid={isAbout(failure, 'eagerness')}
            aria-describedby="eagerness-help"
            aria-valuetext={`${draft.eagerness}, from 0, ${ENDS[0]}, to 1, ${ENDS[1]}`}
            onInput={(event) => change({ eagerness: event.currentTarget.value })}
          />
          <output for="eagerness">{Number(draft.eagerness).toFixed(2)}</output>
          <small>{ENDS[0]}</small>
          <small>{ENDS[1]}</small>
        </div>
        <small id="eagerness-help">
          {words} Waiting saves fetches and takes time. A host is waited for at most a minute, and only where the number
          of fetches is limited.
        </small>
      </div>
    </fieldset>
  );
}

function BudgetPart({ draft, change, failure, estimate }: Part & { readonly estimate: number | null }): JSX.Element {
  return (
    <fieldset>
      <legend>How much to spend</legend>
      <div class="pair">
        <label class="field">
          <span>Fetches</span>
          <input
            type="number"
            min="1"
            max="10000000"
            value={draft.fetches}
            aria-invalid={isAbout(failure, 'budget')}
            aria-describedby="budget-help"
            onInput={(event) => change({ fetches: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>Minutes, at most</span>
          <input
            type="number"
            min="0"
            step="any"
            value={draft.minutes}
            aria-describedby="budget-help"
            onInput={(event) => change({ minutes: event.currentTarget.value })}
          />
        </label>
      </div>
      <p class="note" id="budget-help">
        The session ends when the first limit is reached. It can be extended later.{' '}
        {estimate === null
          ? `How long it takes depends on the servers${askedInWords(draft.hostDelay)}.`
          : `As fast as the session before, it takes about ${duration(estimate)}.`}
      </p>
    </fieldset>
  );
}

/** Keywords and addresses become a topic, a policy and a budget a session. @param topicId of a topic that is there already */
export function StartScreen({ topicId }: { readonly topicId: string | null }): JSX.Element {
  return topicId === null ? (
    <StartForm topicId={null} fresh={emptyDraft(crypto.randomUUID())} />
  ) : (
    <StartOf topicId={topicId} />
  );
}

/** Begins with what the topic has. */
function StartOf({ topicId }: { readonly topicId: string }): JSX.Element {
  const { data, failure, reload } = useQuery(TOPIC, { id: topicId });
  if (!data) return failure ? <Failed failure={failure} again={reload} /> : <Loading what="the topic" />;
  const { name, seeds, keywordSet } = data.topic;
  const keywords = keywordSet?.keywords.map(({ text }) => text).join(', ') ?? '';
  return (
    <StartForm
      topicId={topicId}
      fresh={{ ...emptyDraft(crypto.randomUUID()), name, keywords, seeds: seeds.join('\n'), topicId }}
    />
  );
}

function StartForm({ topicId: place, fresh }: { readonly topicId: string | null; readonly fresh: Draft }): JSX.Element {
  const { data, failure: notLoaded, reload } = useQuery(POLICIES, {});
  const [draft, setDraft] = useState<Draft>(() => keptDraft(sessionStorage, fresh, place));
  const [access, setAccess] = useState(NO_ACCESS);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isSending, setSending] = useState(false);
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => keepDraft(sessionStorage, draft, place), [draft]);
  useEffect(() => {
    if (failure) told.current?.focus();
  }, [failure]);
  const change: Change = (part) => setDraft((before) => ({ ...before, ...part }));
  if (!data) return notLoaded ? <Failed failure={notLoaded} again={reload} /> : <Loading what="the policies" />;

  const schema = data.policies.find(({ name }) => name === draft.policy)?.configSchema;
  const entered = draft.settings[draft.policy] ?? {};
  const unreadable = [
    ...fieldsOf(schema)
      .filter((field) => !isReadable(field, entered[field.name] ?? ''))
      .map(({ name }) => name),
    ...unreadableIn(access),
  ];
  const save = async (): Promise<string | null> => {
    const { failure: refused, topicId } = await saveTopic(draft);
    setFailure(refused);
    if (topicId !== null) change({ topicId });
    return refused ? null : topicId;
  };
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setSending(true);
    const { failure: refused, topicId, sessionId } = await startSession(draft, access, schema);
    setSending(false);
    setFailure(refused);
    if (sessionId === null) return change({ topicId });
    dropDraft(sessionStorage, place);
    go(pathTo('session', sessionId));
  };
  const part = { draft, change, failure };
  return (
    <form class="start" onSubmit={(event) => void start(event)}>
      <Heading text="Start a session" hint="What you type here stays in this tab until it is sent." />
      <div ref={told} tabIndex={-1}>
        {failure && <Failed failure={failure} />}
      </div>
      <TopicPart {...part}>
        <SeedSuggestions
          save={save}
          topicId={draft.topicId}
          wanted={draft.wanted}
          want={(wanted) => change({ wanted })}
        />
      </TopicPart>
      <PolicyPart {...part} policies={data.policies} />
      <PacePart {...part} />
      <IdentityPart {...part} access={access} changeAccess={setAccess} />
      <BudgetPart {...part} estimate={estimateOf(Number(draft.fetches), data.sessions.nodes)} />
      {unreadable.length > 0 && <p class="refused">Not readable: {unreadable.join(', ')}.</p>}
      <button
        type="submit"
        class="primary"
        disabled={isSending || keywordsIn(draft.keywords).length === 0 || unreadable.length > 0}
        aria-describedby="start-help"
      >
        {isSending ? 'Starting …' : 'Start'}
      </button>{' '}
      <small id="start-help">Needs keywords, and seeds of your own or suggested ones.</small>
    </form>
  );
}
