import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CheckedList } from '../../parts/checked-list.js';
import { Choice } from '../../parts/choice.js';
import { Field } from '../../parts/field.js';
import { sessionSource, TOPIC_SOURCE } from '../../parts/pick-sources.js';
import { Picker } from '../../parts/picker.js';
import { count, hasEnded } from '../../parts/words.js';
import type { ExperimentDraft } from './experiment-draft.js';
import type { Material } from './queries.js';

/** As many as the service takes. */
const MOST_PAGES = 20_000;
const MOST_LABELS = 100;

const SESSIONS = sessionSource({
  fits: ({ state, fetched }) => hasEnded(state) && fetched > 0 && fetched <= MOST_PAGES,
});

interface Props {
  readonly material: Material;
  readonly draft: ExperimentDraft;
  readonly change: (part: Partial<ExperimentDraft>) => void;
}

/** The web on which policies run. */
export function WebFields({ material, draft, change }: Props): JSX.Element {
  const web = material.recordedWebs.find(({ name }) => name === draft.recordedWeb);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('select')?.focus(), []);
  return (
    <>
      <div ref={box} class="settings">
        <Choice
          name="Web"
          help=""
          value={draft.web}
          options={[
            ['session', 'the pages of a session (what if)'],
            ['recorded', 'a recorded web'],
            ['synthetic', 'a synthetic web'],
          ]}
          chosen={(kind) => change({ web: kind })}
        />
        {draft.web === 'session' && (
          <Picker
            name="Session"
            of="sessionId"
            help={`One that has ended, with at most ${count(MOST_PAGES)} pages.`}
            value={draft.sessionId}
            source={SESSIONS}
            none="choose one"
            isNeeded
            choose={(sessionId) => change({ sessionId })}
          />
        )}
        {draft.web === 'recorded' && (
          <>
            <Choice
              name="Recorded web"
              of="web.recordedWeb"
              help={
                material.recordedWebs.length === 0 ? 'The service has none: an operator sets RECORDED_WEBS_DIR.' : ''
              }
              value={draft.recordedWeb}
              options={[
                ['', 'choose one'],
                ...material.recordedWebs
                  .filter(({ problem }) => problem === null)
                  .map(({ name, pages }) => [name, pages === null ? name : `${name}, ${count(pages)} pages`] as const),
              ]}
              chosen={(recordedWeb) => change({ recordedWeb, labels: [] })}
            />
            <Picker
              name="Topic"
              of="web.topicId"
              help="Its model, keywords and seeds are used."
              value={draft.topicId}
              source={TOPIC_SOURCE}
              none="choose one"
              isNeeded
              choose={(topicId) => change({ topicId })}
            />
          </>
        )}
        {draft.web === 'synthetic' && (
          <Field
            name="Settings of the web"
            of="web.synthetic"
            helpId="experiment-web"
            help="As gleaner web --synthetic takes them."
          >
            <input
              required
              maxLength={1_000}
              spellcheck={false}
              value={draft.synthetic}
              aria-describedby="experiment-web"
              onInput={(event) => change({ synthetic: event.currentTarget.value })}
            />
          </Field>
        )}
      </div>
      {draft.web === 'recorded' && web && web.labels.length > 0 && (
        <CheckedList
          name="Labels of relevant pages; none: the model judges"
          items={web.labels.map(({ label, pages }) => ({ id: label, text: `${label} (${count(pages)})` }))}
          chosen={draft.labels}
          choose={(labels) => change({ labels })}
          most={MOST_LABELS}
          empty=""
        />
      )}
    </>
  );
}
