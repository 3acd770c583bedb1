import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../api/failures.js';
import { useQuery } from '../../api/use-query.js';
import { addressProblem } from '../../parts/addresses.js';
import { Heading } from '../../parts/heading.js';
import { modelSource, NO_MODELS, sessionSource } from '../../parts/pick-sources.js';
import { Form, useUnshown } from '../../parts/form.js';
import { Failed, Loading } from '../../parts/states.js';
import { Trouble } from '../../parts/trouble.js';
import { useSessionSettings } from '../../parts/use-session-settings.js';
import { duration, hasEnded } from '../../parts/words.js';
import { go, Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { NO_ACCESS, unreadableIn } from './access.js';
import { AccessPart, isAccessRefused, usedOf } from './access-part.js';
import { type Draft, dropDraft, emptyDraft, keepDraft, keptDraft, keywordsIn, withoutTopic } from './draft.js';
import { JsonPart } from './json-part.js';
import { PolicyPart } from './policy-part.js';
import { schemaSettings } from './schema-settings.js';
import { POLICIES, TEMPLATES, TOPIC, fieldsOf } from './queries.js';
import { SeedSuggestions } from './seed-suggestions.js';
import { bodyOf, type EnteredSettings, readBody, withTemplate } from './session-body.js';
import { SettingPart, type Sources } from './setting-part.js';
import { BEGUN, GROUPS, SETTINGS } from './setting-groups.js';
import { problemOf } from './setting.js';
import { estimateOf, type Outcome, saveTopic, startSession, TOPIC_GONE } from './start-session.js';
import { TemplatePart } from './template-part.js';
import { TopicPart } from './topic-part.js';
import './start.css';

/** Wide enough for the JSON beside the form. */
const isWide = (): boolean => matchMedia('(min-width: 70rem)').matches;

const limitInWords = (fetches = ''): string => (fetches.trim() === '' ? '' : `${fetches.trim()} fetches`);

interface Props {
  /** A topic that is there already. */
  readonly topicId: string | null;
  /** A session whose settings are copied. */
  readonly sessionId: string | null;
}

/** Keywords and addresses become a topic, a policy and settings a session. */
export default function StartScreen({ topicId, sessionId }: Props): JSX.Element {
  return (
    <>
      <Heading text="Start a session" hint="Your input stays in this tab until you send it." />
      {sessionId !== null ? (
        <StartLike sessionId={sessionId} />
      ) : topicId !== null ? (
        <StartOf topicId={topicId} />
      ) : (
        <StartForm place={null} fresh={emptyDraft(crypto.randomUUID())} />
      )}
    </>
  );
}

interface Like {
  readonly id: string;
  readonly name: string;
  readonly settings: unknown;
}

/** The topic or session is gone, or cannot be asked for. */
const NothingToCopy = (props: { readonly failure: Failure; readonly again: () => void }): JSX.Element => (
  <>
    <Trouble {...props} />
    <p>
      <Link to={pathTo('start')}>Start with a new topic</Link>, or choose one of the{' '}
      <Link to={pathTo('topics')}>topics</Link>.
    </p>
  </>
);

/** Begins with a copy of all settings of a session. */
function StartLike({ sessionId }: { readonly sessionId: string }): JSX.Element {
  const { like, failure, reload } = useSessionSettings(sessionId);
  if (!like) return failure ? <NothingToCopy failure={failure} again={reload} /> : <Loading what="the settings" />;
  return <StartOf topicId={like.topicId} like={like} />;
}

/** Begins with what the topic has. */
function StartOf({ topicId, like = null }: { readonly topicId: string; readonly like?: Like | null }): JSX.Element {
  const { data, failure, reload } = useQuery(TOPIC, { id: topicId });
  if (!data) return failure ? <NothingToCopy failure={failure} again={reload} /> : <Loading what="the topic" />;
  const known = fieldsOf(data.topic);
  const { name, keywords, seeds } = known;
  return (
    <StartForm
      place={like ? like.id : topicId}
      like={like}
      fresh={{
        ...emptyDraft(crypto.randomUUID()),
        ...{ name, keywords: keywords.join(', '), seeds: seeds.join('\n'), topicId, known },
      }}
    />
  );
}

interface FormProps {
  /** Storage key of the draft. */
  readonly place: string | null;
  readonly fresh: Draft;
  readonly like?: Like | null;
}

function StartForm({ place, fresh, like = null }: FormProps): JSX.Element {
  const { data, failure: notLoaded, reload } = useQuery(POLICIES, {});
  if (!data) return notLoaded ? <Failed failure={notLoaded} again={reload} /> : <Loading what="the policies" />;
  const { policies, sessions } = data;
  const begun = like ? { ...fresh, ...readBody(like.settings, policies).entered } : fresh;
  return (
    <FilledForm
      {...{ place, like, policies }}
      fresh={begun}
      estimate={(fetches) => estimateOf(fetches, sessions.nodes)}
    />
  );
}

/** A failure that no field shows. It gets the focus: the form is longer than the window. */
function StartTrouble({ failure }: { readonly failure: Failure | null }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const unshown = useUnshown(failure);
  useLayoutEffect(() => {
    // A refused field has it already.
    if (unshown && document.activeElement?.getAttribute('aria-invalid') !== 'true') place.current?.focus();
  }, [failure, unshown === null]);
  return (
    <div ref={place} tabIndex={-1}>
      {unshown && <Failed failure={unshown} />}
    </div>
  );
}

/** Another one for each try, so that the field gets the focus again. */
const noKeywords = (): Failure => ({
  message: 'Keywords are missing.',
  advice: 'Enter one at least.',
  field: 'keywords',
  needsKey: false,
});

interface LoadedProps extends Required<FormProps> {
  readonly policies: Parameters<typeof PolicyPart>[0]['policies'];
  readonly estimate: (fetches: number) => number | null;
}

/** Labels of the inputs that cannot be read. */
function unreadableOf(draft: Draft, policies: LoadedProps['policies']): string[] {
  const ofPolicy = schemaSettings(policies.find(({ name }) => name === draft.policy)?.configSchema);
  const entered = draft.ofPolicies[draft.policy] ?? {};
  return [
    ...(addressProblem(draft.seeds) === null ? [] : ['Seeds']),
    ...ofPolicy.filter((one) => problemOf(one, entered[one.path] ?? '') !== null),
    ...SETTINGS.filter((one) => problemOf(one, draft.texts[one.path] ?? '') !== null),
  ].map((one) => (typeof one === 'string' ? one : one.label));
}

/** Sources of the objects whose ids the settings take. */
function useSources({ topicId, policy }: Draft): Sources {
  return useMemo(
    () => ({
      modelId: topicId === null ? NO_MODELS : modelSource(topicId),
      startFrom: sessionSource({
        fits: (session) => hasEnded(session.state) && session.policy === policy,
        words: policy,
      }),
    }),
    [topicId, policy],
  );
}

function FilledForm({ place, fresh, like, policies, estimate }: LoadedProps): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => keptDraft(sessionStorage, fresh, place));
  const [access, setAccess] = useState(NO_ACCESS);
  const [refused, setRefused] = useState<Pick<Outcome, 'failure' | 'namesake' | 'isTopics'>>({ failure: null });
  const { failure, namesake = null } = refused;
  const [isSending, setSending] = useState(false);
  const [isJsonReadable, setJsonReadable] = useState(true);
  useEffect(() => keepDraft(sessionStorage, draft, place), [draft]);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const enter = (path: string, text: string): void =>
    setDraft((before) => ({ ...before, texts: { ...before.texts, [path]: text } }));
  const takeSettings = ({ policy, ofPolicies, texts }: EnteredSettings): void =>
    setDraft((before) => ({ ...before, policy, texts, ofPolicies: { ...before.ofPolicies, ...ofPolicies } }));

  const unreadable = [
    ...unreadableOf(draft, policies),
    ...unreadableIn(access),
    ...(isJsonReadable ? [] : ['the JSON']),
  ];
  /** After a call about the topic: made, still there, or gone. */
  const settle = (outcome: Outcome): void => {
    setRefused(outcome);
    if (outcome.failure === TOPIC_GONE) setDraft(withoutTopic);
    else change({ topicId: outcome.topicId, ...(outcome.known && { known: outcome.known }) });
  };
  const save = async (): Promise<string | null> => {
    const saved = await saveTopic(draft);
    settle(saved);
    return saved.failure ? null : saved.topicId;
  };
  const start = async (): Promise<void> => {
    if (keywordsIn(draft.keywords).length === 0) return setRefused({ failure: noKeywords(), isTopics: true });
    setSending(true);
    const started = await startSession(draft, access, policies);
    setSending(false);
    if (started.sessionId === null) return settle(started);
    dropDraft(sessionStorage, place);
    go(pathTo('session', started.sessionId));
  };
  const isReady = !isSending && unreadable.length === 0;
  const stored = useQuery(TEMPLATES, {});
  const templates = stored.data?.sessionTemplates.nodes ?? [];
  const sources = useSources(draft);
  const ofSession = refused.isTopics ? null : failure;
  const group = { texts: draft.texts, begun: BEGUN, enter, failure: ofSession, sources };
  const time = estimate(Number(draft.texts['budget.fetches'] ?? ''));
  const body = bodyOf(draft, policies);
  return (
    <Form class="start" noValidate failure={failure} send={start}>
      {like && (
        <p>
          All settings of <Link to={pathTo('session', like.id)}>{like.name}</Link> are copied, except logins and
          proxies.
        </p>
      )}
      <StartTrouble failure={failure} />
      <div class="form-and-json">
        <div class="groups">
          <TopicPart {...{ draft, change, namesake }} failure={refused.isTopics ? failure : null}>
            <SeedSuggestions
              save={save}
              topicId={draft.topicId}
              wanted={draft.wanted}
              want={(wanted) => change({ wanted })}
              gone={() => settle({ failure: TOPIC_GONE, topicId: null, sessionId: null })}
            />
          </TopicPart>
          <fieldset disabled={!isJsonReadable}>
            <legend>Crawl</legend>
            {!isJsonReadable && <p class="refused">The form waits until the JSON can be read.</p>}
            <TemplatePart
              loaded={stored}
              body={body}
              take={(settings) => takeSettings(withTemplate(draft, settings, policies))}
            />
            <PolicyPart {...{ draft, change, policies }} failure={ofSession} />
            <SettingPart
              {...group}
              {...GROUPS.far}
              says={limitInWords(draft.texts['budget.fetches'])}
              isOpen={isWide()}
            />
            <SettingPart
              {...group}
              {...GROUPS.polite}
              further={{
                changed: usedOf(access),
                isRefused: isAccessRefused(failure) || unreadableIn(access).length > 0,
                part: () => <AccessPart access={access} change={setAccess} failure={failure} />,
              }}
            />
            <SettingPart {...group} {...GROUPS.read} />
            <SettingPart {...group} {...GROUPS.counts} />
            <SettingPart {...group} {...GROUPS.stop} />
            <SettingPart {...group} {...GROUPS.again} />
            <SettingPart {...group} {...GROUPS.named} />
          </fieldset>
          {unreadable.length > 0 && <p class="refused">Not readable: {unreadable.join(', ')}.</p>}
          <div class="buttons">
            <button type="submit" class="primary" disabled={!isReady} aria-describedby="start-help">
              {isSending ? 'Starting …' : 'Start'}
            </button>
            <small id="start-help">
              {keywordsIn(draft.keywords).length === 0 && 'Needs keywords, and seeds of your own or suggested ones. '}
              {time !== null && `At the speed of the previous session, it takes about ${duration(time)}.`}
            </small>
          </div>
        </div>
        <JsonPart
          {...{ body, policies, templates }}
          entered={takeSettings}
          isReadable={setJsonReadable}
          failure={failure}
          isOpen={isWide()}
        />
      </div>
    </Form>
  );
}
