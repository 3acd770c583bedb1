import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chosenProject, projectHeaders } from '../api/project.js';

/** As the service draws them. */
const [WIDTH, HEIGHT] = [400, 300];

/** A picture as an address: a picture of a page has no headers to say which project it is about. */
async function read(path: string): Promise<string | null> {
  const answer = await fetch(path, { headers: projectHeaders() });
  if (!answer.ok) return null;
  const picture = await answer.blob();
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null);
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(picture);
  });
}

interface Props {
  readonly sessionId: string;
  readonly step: number;
  /** Name of the page. */
  readonly name: string;
}

/**
 * The thumbnail of a page that has one. It is loaded when it comes into view; one that cannot be shown leaves nothing
 * behind.
 */
export function Thumbnail({ sessionId, step, name }: Props): JSX.Element | null {
  const path = `/v1/sessions/${encodeURIComponent(sessionId)}/pages/${step}/screenshot`;
  const isPlain = chosenProject() === null;
  const [source, setSource] = useState<string | null>(isPlain ? path : null);
  useEffect(() => {
    if (isPlain) return;
    let isGone = false;
    void read(path).then(
      (address) => isGone || setSource(address),
      () => undefined,
    );
    return () => void (isGone = true);
  }, [path, isPlain]);
  if (source === null) return null;
  return (
    <img
      class="thumbnail"
      src={source}
      alt={`Picture of ${name}`}
      width={WIDTH}
      height={HEIGHT}
      loading="lazy"
      decoding="async"
      onError={() => setSource(null)}
    />
  );
}
