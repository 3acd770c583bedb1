import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedEvents, inRest } from '../api/index.js';

type WebhooksOf = NonNullable<OpenAPIObject['webhooks']>;

const MOMENT = '2026-11-01T09:54:34.000Z';
const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  required: true,
  description,
  schema: { type: 'string', example },
});
const HEADERS = [
  header(
    'webhook-id',
    '`msg_` and the id of the message, the same at each attempt',
    'msg_0190f4c8-7c1e-7000-8000-3f2504e04f89',
  ),
  header('webhook-timestamp', 'Time of the attempt in seconds since 1970', '1793526874'),
  header(
    'webhook-signature',
    'A signature for each valid secret of the webhook, by the Standard Webhooks specification',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];
const RESPONSES = {
  '2XX': { description: 'The receiver has the message' },
  '410': { description: 'The receiver wants no more messages: the service switches the webhook off' },
  default: { description: 'The service tries again later. `Retry-After` says when, at most a day later' },
};

/** The messages to webhooks, one entry for each type of event. */
export function webhooksOf(): WebhooksOf {
  const entries = [...documentedEvents()].map(([type, { summary, data, example }]) => {
    const schema = {
      type: 'object',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { type: 'string', enum: [type], example: type },
        timestamp: { type: 'string', format: 'date-time', description: 'When it happened', example: MOMENT },
        data: { $ref: `#/components/schemas/${data.name}` },
      },
    };
    const post = {
      operationId: type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
      summary,
      description: `${summary}.`,
      tags: ['webhooks'],
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: { type, timestamp: MOMENT, data: inRest(data, example) } } },
      },
      responses: RESPONSES,
    };
    return [type, { post }] as const;
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}
