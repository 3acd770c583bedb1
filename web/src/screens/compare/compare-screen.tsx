import type { JSX } from 'preact';
export default function Stub(_: { id?: string; domainNo?: number; sessions?: string | null }): JSX.Element {
  return <p>…</p>;
}
