import { meaningOf } from '../../../domain/fetching/index.js';
import type { Exchange, FetchOutcome } from '../../../engine/ports.js';
import { fieldsBlock, recordId, type WarcRecord } from './warc-record.js';

type Field = readonly [string, string];

/** Profile for a server's answer that an earlier copy is still current (WARC/1.1, 6.7.3). */
const NOT_MODIFIED_PROFILE = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified';
/**
 * The transfer coding is removed from the stored body; under its own name the field would tell readers to remove it
 * again.
 */
const TRANSFER_CODING = /^transfer-encoding:/im;
const KEPT_TRANSFER_CODING = 'X-Archive-Orig-Transfer-Encoding:';

/** The first record of each file: who fetched the following records, and how. */
export function infoRecord(fileName: string, date: number, facts: readonly Field[]): WarcRecord {
  return {
    id: recordId(),
    type: 'warcinfo',
    date,
    contentType: 'application/warc-fields',
    fields: [['WARC-Filename', fileName]],
    block: fieldsBlock(facts),
  };
}

/**
 * The records of one fetch: response and request of each exchange; for the last one also the fetch's details, as
 * metadata, and the page as rendered by a browser, as a conversion.
 *
 * @param infoId of the file's warcinfo record
 */
export function outcomeRecords(outcome: FetchOutcome, infoId: string): WarcRecord[] {
  const exchanges = outcome.exchanges ?? [];
  const ids = exchanges.map(recordId);
  const records = exchanges.flatMap((exchange, i) =>
    exchangeRecords(exchange, ids[i] ?? '', infoId, i === exchanges.length - 1 ? cutBy(outcome) : 'length'),
  );
  const last = exchanges[exchanges.length - 1];
  const lastId = ids[ids.length - 1];
  if (last === undefined || lastId === undefined) return records;
  const { fetchedAt: date } = outcome;
  const common = (url: string): Field[] => [
    ['WARC-Warcinfo-ID', infoId],
    ['WARC-Target-URI', url],
    ['WARC-Refers-To', lastId],
  ];
  if (outcome.kind === 'page' && outcome.rendered) {
    const block = Buffer.from(outcome.html);
    const cut: Field[] = outcome.truncated ? [['WARC-Truncated', 'length']] : [];
    records.push({
      id: recordId(),
      type: 'conversion',
      date,
      contentType: 'text/html; charset=utf-8',
      fields: [...common(outcome.finalUrl), ...cut],
      block,
      payload: block,
    });
  }
  records.push({
    id: recordId(),
    type: 'metadata',
    date,
    contentType: 'application/warc-fields',
    fields: common(last.url),
    block: fieldsBlock(facts(outcome)),
  });
  return records;
}

function exchangeRecords(exchange: Exchange, id: string, infoId: string, cut: string): WarcRecord[] {
  const { url, startedAt: date, ip, requestHead, truncated } = exchange;
  const responseHead = exchange.responseHead.replace(TRANSFER_CODING, KEPT_TRANSFER_CODING);
  const payload = Buffer.from(exchange.body.buffer, exchange.body.byteOffset, exchange.body.byteLength);
  const notModified = /^HTTP\/\S+ 304 /.test(responseHead);
  const common: Field[] = [
    ['WARC-Warcinfo-ID', infoId],
    ['WARC-Target-URI', url],
    ...(ip === null ? [] : [['WARC-IP-Address', ip] as const]),
  ];
  return [
    {
      id,
      date,
      type: notModified ? 'revisit' : 'response',
      contentType: 'application/http;msgtype=response',
      fields: [
        ...common,
        ...(notModified ? [['WARC-Profile', NOT_MODIFIED_PROFILE] as const] : []),
        ...(truncated ? [['WARC-Truncated', cut] as const] : []),
      ],
      block: Buffer.concat([Buffer.from(responseHead, 'latin1'), payload]),
      ...(notModified ? {} : { payload }),
    },
    {
      id: recordId(),
      date,
      type: 'request',
      contentType: 'application/http;msgtype=request',
      fields: [...common, ['WARC-Concurrent-To', id]],
      block: Buffer.from(requestHead, 'latin1'),
      payload: Buffer.alloc(0),
    },
  ];
}

/** Why the last body is cut: the connection ended, the time was over, or it was too long. */
const cutBy = ({ kind }: FetchOutcome): string => meaningOf(kind).cut ?? 'length';

function facts(outcome: FetchOutcome): Field[] {
  const fields: Field[] = [
    ['outcome', outcome.kind],
    ['fetchTimeMs', String(Math.round(outcome.durationMs))],
  ];
  if (outcome.kind !== 'sitemap' && outcome.kind !== 'not-modified' && outcome.message !== undefined)
    fields.push(['message', outcome.message]);
  if (outcome.kind !== 'page') return fields;
  if (outcome.charset !== '') fields.push(['charset', outcome.charset]);
  if (outcome.renderReason !== undefined) fields.push(['renderReason', outcome.renderReason]);
  return fields;
}
