import { z } from 'zod';
import { type TextModel, calibrationFields, textModelField } from '../training/calibration-config.js';
import type { LearnerDefinition } from '../model-definition.js';
import { type Material, MATERIALS, type Reading, READINGS } from './reading.js';
import { VOTES, type Voting } from './vote.js';

const MAX_MEMBERS = 10;
/**
 * Members with different errors: all words, single words, meanings of words; beginnings and titles, where pages about
 * the topic differ from pages that mention it; and examples only, without the differences between their web and general
 * text.
 */
const USUAL_MEMBERS: readonly (Pick<Member, 'kind'> & Partial<Member>)[] = [
  { kind: 'linear-svm' },
  { kind: 'naive-bayes' },
  { kind: 'logistic' },
  { kind: 'linear-svm', reads: 'beginning' },
  { kind: 'linear-svm', reads: 'name' },
  { kind: 'naive-bayes', learnsFrom: 'examples', config: { termBounds: 'never' } },
];

interface Member {
  readonly kind: string;
  readonly weight: number;
  readonly reads: Reading;
  readonly learnsFrom: Material;
  readonly config: object;
}

export interface EnsembleConfig extends z.infer<z.ZodObject<Omit<typeof calibrationFields, 'learningCurve'>>> {
  readonly members: readonly Member[];
  readonly voting: Voting;
  readonly textModel: TextModel | 'auto';
}

/** @param learners kinds of members */
export function schemaOf(learners: readonly LearnerDefinition[]): z.ZodType<EnsembleConfig> {
  const weight = z.number().positive().max(100).default(1).describe('Weight of the vote of this member.');
  const reads = z
    .enum(READINGS)
    .default('page')
    .describe(
      'Part of a page that this member reads: the page; its title, description and beginning; or its name, which is the title and the words of the URL.',
    );
  const learnsFrom = z
    .enum(MATERIALS)
    .default('all')
    .describe('examples: without general text and other topics, if there are ten irrelevant examples.');
  const members = learners.map(({ kind, configSchema }) =>
    z.strictObject({
      kind: z.literal(kind),
      weight,
      reads,
      learnsFrom,
      config: (configSchema as z.ZodType<object>)
        .prefault({})
        .describe('Settings of a model of this kind, without those of the calibration.'),
    }),
  );
  const usual = USUAL_MEMBERS.filter(({ kind }) => learners.some((learner) => learner.kind === kind));
  const { goal, calibration, otherTopics, selfTrainedPages } = calibrationFields;
  return z.strictObject({
    members: z
      .array(z.discriminatedUnion('kind', members as [(typeof members)[number], ...typeof members]))
      .min(2)
      .max(MAX_MEMBERS)
      .prefault(usual)
      .describe('The models that vote.'),
    voting: z
      .enum(VOTES)
      .default('log-odds')
      .describe(
        "How votes are combined: the mean of the members' log-odds, of their probabilities, or of the ranks that they give a document among held-out ones.",
      ),
    goal,
    calibration,
    otherTopics,
    selfTrainedPages,
    textModel: textModelField('short-texts'),
  });
}
