import type { FrontierView } from '../../frontier/frontier-view.js';
import { logitOf } from '../../learning/log-odds.js';
import { CandidateFlag, MOST_IN_LINKS, type Candidates } from './candidates.js';
import { countAt, Field, meanAt } from './evidence.js';
import type { Findings } from './findings.js';

/**
 * Dense features of a link. Scores are log-odds of a probability divided by 3, in [-2, 2]; rates are shares; the README
 * describes each.
 */
export const FEATURES = [
  'bias',
  'anchorScore',
  'contextScore',
  'bestScore',
  'urlScore',
  'outsideMain',
  'leavesHost',
  'urlDepth',
  'alike',
  'parents',
  'parentScore',
  'siblingResidual',
  'siblingScore',
  'groupRate',
  'groupHub',
  'folderRate',
  'folderHub',
  'hostRate',
  'hostScore',
  'hostFetched',
  'hostNew',
  'hostHub',
] as const;
export type FeatureName = (typeof FEATURES)[number];
export const FEATURE_COUNT = FEATURES.length;

const SCALE = 3;
const LARGEST_LOGIT = 6;
const BYTE = 255;
/** Deeper paths count as this deep, in slashes. */
export const DEEPEST = 8;
/** Weights of expected values in findings: small for rates, larger for noisier values. */
const RATE_WEIGHT = 0.5;
const WEIGHT = 2;
/** Weight of a host's findings for its site, in findings. */
const SITE_WEIGHT = 2;
/** log(1 + fetched pages) of a host divided by this is about 1 at 150 pages. */
const FETCHED_SCALE = 5;

/** Log-odds of a probability divided by 3, in [-2, 2]. */
export const scoreOf = (probability: number): number => logitOf(probability) / SCALE;

const LARGEST_SCORE = LARGEST_LOGIT / SCALE;
/** Encodes a score in a byte, in steps of a sixty-fourth; the next function decodes it. */
export const scoreToByte = (score: number): number =>
  Math.round(((score + LARGEST_SCORE) / (2 * LARGEST_SCORE)) * BYTE);
const scoreFromByte = (byte: number): number => (byte / BYTE) * 2 * LARGEST_SCORE - LARGEST_SCORE;
/** log(1 + n) of small counts. */
const LOGS = Float64Array.from({ length: 1_024 }, (_, n) => Math.log1p(n));
/** The probability for each byte of a score. */
export const CHANCES = Float64Array.from(
  { length: BYTE + 1 },
  (_, byte) => 1 / (1 + Math.exp(-SCALE * scoreFromByte(byte))),
);

/**
 * Writes a candidate's current features.
 *
 * @param out FEATURE_COUNT numbers in the order of FEATURES
 */
export function writeFeatures(
  out: Float32Array,
  place: number,
  candidates: Candidates,
  findings: Findings,
  view: FrontierView,
): void {
  const { groups, folders, sites, hosts, links } = findings;
  const siteNo = candidates.sites[place];
  const hostNo = view.hostOf(candidates.urlNos[place]);
  const { base, hubBase } = findings.means;
  const anchor = scoreFromByte(candidates.anchorScores[place]);
  const context = scoreFromByte(candidates.contextScores[place]);
  const flags = candidates.flags[place];
  const folder = candidates.folders[place];
  const fetched = findings.answers.fetched(siteNo);
  let parentScore = 0;
  let siblingResidual = 0;
  let siblingScore = 0;
  let groupRate = 0;
  let groupHub = 0;
  const known = candidates.inLinks(place);
  for (let inLink = 0; inLink < known; inLink++) {
    const source = candidates.sources[place * MOST_IN_LINKS + inLink];
    if (source >= 0) {
      parentScore += findings.pageScore(source);
      const leaf = links.leafAt(source);
      siblingResidual += meanAt(leaf, source, Field.Residual, WEIGHT, 0);
      siblingScore += meanAt(leaf, source, Field.Score, WEIGHT, 0);
    }
    const group = candidates.groupAt(place, inLink);
    const leaf = groups.leafAt(group);
    groupRate += meanAt(leaf, group, Field.Credit, RATE_WEIGHT, base);
    groupHub += meanAt(leaf, group, Field.Hub, WEIGHT, hubBase) - hubBase;
  }
  const ofFolder = folders.leafAt(folder);
  const ofHost = hosts.leafAt(hostNo);
  const ofSite = sites.leafAt(siteNo);
  const hostRate = countAt(ofHost, hostNo) === 0 ? null : meanAt(ofHost, hostNo, Field.Credit, 0, 0);
  const hostScore = meanAt(ofHost, hostNo, Field.Score, WEIGHT, 0);
  const hostHub = meanAt(ofHost, hostNo, Field.Hub, WEIGHT, hubBase);
  const share = known === 0 ? 0 : 1 / known;
  let to = 0;
  out[to++] = 1;
  out[to++] = anchor;
  out[to++] = context;
  out[to++] = Math.max(anchor, context);
  out[to++] = scoreFromByte(candidates.urlScores[place]);
  out[to++] = flags & CandidateFlag.OutsideMain ? 1 : 0;
  out[to++] = flags & CandidateFlag.LeavesHost ? 1 : 0;
  out[to++] = candidates.depths[place] / DEEPEST;
  out[to++] = candidates.alikes[place] / BYTE;
  out[to++] = LOGS[candidates.parents[place]];
  out[to++] = parentScore * share;
  out[to++] = siblingResidual * share;
  out[to++] = siblingScore * share;
  out[to++] = groupRate * share;
  out[to++] = groupHub * share;
  out[to++] = meanAt(ofFolder, folder, Field.Credit, RATE_WEIGHT, base);
  out[to++] = meanAt(ofFolder, folder, Field.Hub, WEIGHT, hubBase) - hubBase;
  out[to++] = hostRate === null ? 0 : meanAt(ofSite, siteNo, Field.Credit, SITE_WEIGHT, hostRate);
  out[to++] = meanAt(ofSite, siteNo, Field.Score, SITE_WEIGHT, hostScore);
  out[to++] = (fetched < LOGS.length ? LOGS[fetched] : Math.log1p(fetched)) / FETCHED_SCALE;
  out[to++] = fetched === 0 ? 1 : 0;
  out[to] = meanAt(ofSite, siteNo, Field.Hub, SITE_WEIGHT, hostHub) - hubBase;
}
