import type { Type } from '@nestjs/common';

/** A type of messages to webhooks, as OpenAPI's `webhooks` has it. */
interface DocumentedEvent {
  readonly summary: string;
  /** The class of `data`. */
  readonly data: Type<object>;
  /** An example of `data`. */
  readonly example: object;
}

const events = new Map<string, DocumentedEvent>();

/** Documents a class as the `data` of the messages of one type. */
export function EventData(
  type: string,
  { summary, example }: Omit<DocumentedEvent, 'data'>,
): (data: Type<object>) => void {
  return (data) => {
    events.set(type, { summary, data, example });
  };
}

/** All documented types of messages. Every module has documented its own once it is loaded. */
export const documentedEvents = (): ReadonlyMap<string, DocumentedEvent> => events;
