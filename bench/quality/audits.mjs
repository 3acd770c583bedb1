/** Coverage of the stated intervals of precision and recall, over audits drawn from a judged crawl with known truth. */
import { createRng } from '../../dist/domain/base/rng.js';
import { AUDIT_PARTS, auditShares, judgementOf } from '../../dist/domain/labels/index.js';
import { shuffle } from '../../dist/domain/learning/cross-validation.js';

const AUDITS = 20;
/** The service's definition of nearly relevant. */
const LEAST_NEAR = 20;

const partsOf = (judged, threshold) => {
  const reported = judged.filter(({ score }) => score >= threshold);
  const others = judged.filter(({ score }) => score < threshold).sort((a, b) => b.score - a.score);
  const near = Math.max(reported.length, LEAST_NEAR);
  return { reported, near: others.slice(0, near), far: others.slice(near) };
};
const relevantIn = (pages) => pages.filter(({ relevant }) => relevant).length;
const covers = (share, truth) => share !== null && share.from <= truth && truth <= share.to;

/** @returns shares of audits with so many labels whose intervals contain the truth, and the mean widths */
export function auditsOf(judged, threshold, labels) {
  const parts = partsOf(judged, threshold);
  const found = relevantIn(parts.reported);
  const truth = {
    precision: found / Math.max(1, parts.reported.length),
    recall: found / Math.max(1, relevantIn(judged)),
  };
  const sums = { precision: 0, recall: 0, precisionWidth: 0, recallWidth: 0 };
  for (let audit = 0; audit < AUDITS; audit++) {
    const rng = createRng(audit);
    const wanted = auditShares(labels);
    const sample = (part) => shuffle([...parts[part]], rng).slice(0, wanted[part]);
    const stated = judgementOf({
      parts: Object.fromEntries(
        AUDIT_PARTS.map((part) => {
          const drawn = sample(part);
          return [part, { pages: parts[part].length, sampled: drawn.length, relevant: relevantIn(drawn) }];
        }),
      ),
      known: { reported: 0, reportedRelevant: 0, others: 0, othersRelevant: 0 },
    });
    for (const measure of ['precision', 'recall']) {
      if (covers(stated[measure], truth[measure])) sums[measure] += 1 / AUDITS;
      sums[`${measure}Width`] += ((stated[measure]?.to ?? 1) - (stated[measure]?.from ?? 0)) / AUDITS;
    }
  }
  return { labels, ...sums };
}
