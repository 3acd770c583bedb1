import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Failure } from '../../api/failures.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Fold } from '../../parts/fold.js';
import { lineOf, placeOfField, syntaxProblem } from './json-places.js';
import { bodyOf, type EnteredSettings, type PolicySchema, readBody, type Template } from './session-body.js';

interface Problem {
  readonly offset: number | null;
  readonly message: string;
}

/** The body of a session in a text, or the problems of the text. */
function read(
  text: string,
  policies: readonly PolicySchema[],
  templates: readonly Template[],
): { readonly entered: EnteredSettings | null; readonly problems: readonly Problem[] } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return { entered: null, problems: [syntaxProblem(text, error)] };
  }
  const { entered, problems } = readBody(body, policies, templates);
  if (problems.length === 0) return { entered, problems: [] };
  return {
    entered: null,
    problems: problems.map(({ field, message }) => ({ offset: placeOfField(text, field), message })),
  };
}

interface Props {
  /** The body as the form has it. */
  readonly body: unknown;
  readonly policies: readonly PolicySchema[];
  /** A body can name one of them. */
  readonly templates: readonly Template[];
  readonly entered: (settings: EnteredSettings) => void;
  /** Whether it can be read: the form waits while it cannot. */
  readonly isReadable: (isReadable: boolean) => void;
  readonly failure: Failure | null;
  readonly isOpen: boolean;
}

/** The settings as JSON, beside the form. Either follows the other. */
export function JsonPart({ body, policies, templates, entered, isReadable, failure, isOpen }: Props): JSX.Element {
  const area = useRef<HTMLTextAreaElement>(null);
  const own = JSON.stringify(body, null, 2);
  /** The text while it is edited; null: the text that the form gives. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? own;
  const { entered: meant, problems } =
    typed === null ? { entered: null, problems: [] } : read(typed, policies, templates);
  // The form was changed since: it is shown again.
  const isOld = meant !== null && JSON.stringify(bodyOf(meant, policies), null, 2) !== own;
  useLayoutEffect(() => {
    if (isOld) setTyped(null);
  }, [isOld]);
  const refusedAt = failure?.field == null ? null : placeOfField(text, failure.field);
  const shown: readonly Problem[] =
    problems.length > 0 || !failure || refusedAt === null
      ? problems
      : [{ offset: refusedAt, message: failure.message }];
  const type = (next: string): void => {
    const { entered: settings } = read(next, policies, templates);
    setTyped(next);
    isReadable(settings !== null);
    if (settings) entered(settings);
  };
  const drop = (): void => {
    setTyped(null);
    isReadable(true);
  };
  const show = (offset: number): void => {
    const { current } = area;
    if (!current) return;
    const end = text.indexOf('\n', offset);
    current.focus();
    current.setSelectionRange(offset, end === -1 ? text.length : end);
    current.scrollTop = (lineOf(text, offset) - 3) * (current.scrollHeight / text.split('\n').length);
  };
  return (
    <div class="json">
      <Fold title="As JSON" says={problems.length > 0 ? 'not readable' : ''} isOpen={isOpen || shown.length > 0}>
        {() => (
          <>
            <p class="note" id="json-help">
              The body of <code>POST /v1/topics/:id/sessions</code>, without secrets. The form follows when you change
              it; omitted settings have their defaults. The settings of a <code>templateId</code> are filled in.
            </p>
            <textarea
              ref={area}
              aria-label="Settings as JSON"
              aria-describedby="json-help json-problems"
              aria-invalid={shown.length > 0}
              rows={Math.min(40, Math.max(12, text.split('\n').length + 1))}
              spellcheck={false}
              wrap="off"
              value={text}
              onInput={(event) => type(event.currentTarget.value)}
              onBlur={() => problems.length === 0 && setTyped(null)}
            />
            <div id="json-problems" role="status">
              {shown.map(({ offset, message }) => (
                <p key={message} class="refused">
                  {offset !== null && (
                    <button type="button" class="link" onClick={() => show(offset)}>
                      Line {lineOf(text, offset)}
                    </button>
                  )}{' '}
                  {message}
                </p>
              ))}
            </div>
            <div class="buttons">
              <CopyButton text="Copy" copied={() => text} />
              {problems.length > 0 && (
                <button type="button" onClick={drop}>
                  Back to the form's settings
                </button>
              )}
            </div>
          </>
        )}
      </Fold>
    </div>
  );
}
