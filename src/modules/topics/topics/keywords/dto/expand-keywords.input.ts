import { Float, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { InputField } from '../../../../../platform/api/index.js';
import { DEFAULT_CANDIDATES, EXPANSION_METHODS, type ExpansionMethod } from '../../../../../domain/topic/index.js';

const ExpansionMethodEnum = { tres: 'tres', rake: 'rake', collocation: 'collocation' } as const satisfies Record<
  ExpansionMethod,
  ExpansionMethod
>;
registerEnumType(ExpansionMethodEnum, {
  name: 'ExpansionMethod',
  description: 'How candidates are looked for. tres: words like the keywords; rake, collocation: phrases',
});

const LEAST_BITS = -20;
const MOST_BITS = 20;

@InputType()
class AcceptanceRuleInput {
  @InputField(Float, { optional: true, minimum: 0, maximum: 1 })
  minSimilarity?: number | null;

  @InputField(Float, { description: 'Bits', optional: true, minimum: LEAST_BITS, maximum: MOST_BITS })
  minLift?: number | null;

  @InputField([ExpansionMethodEnum], { optional: true, maxItems: EXPANSION_METHODS.length })
  methods?: ExpansionMethod[] | null;
}

@InputType()
export class ExpandKeywordsInput {
  @InputField(Boolean, {
    description:
      'true: the candidates that fit `accept` make a new version of the keywords. false: all candidates wait for a decision',
    default: true,
  })
  apply: boolean = true;

  @InputField(Int, {
    description: 'Minimum number of examples in which a word occurs to become a candidate',
    optional: true,
    default: DEFAULT_CANDIDATES.minDocuments,
    minimum: 1,
    maximum: 1_000,
  })
  minDocuments?: number | null;

  @InputField(Float, {
    description: 'Minimum semantic similarity, in addition to the mean similarity of the given keywords',
    optional: true,
    default: DEFAULT_CANDIDATES.minSimilarity,
    minimum: 0,
    maximum: 1,
  })
  minSimilarity?: number | null;

  @InputField(Int, {
    description: 'Maximum number of words; the best are kept',
    optional: true,
    default: DEFAULT_CANDIDATES.maxKeywords,
    minimum: 1,
    maximum: 1_000,
  })
  maxKeywords?: number | null;

  @InputField([ExpansionMethodEnum], {
    description: 'tres: words like the keywords; rake, collocation: phrases',
    optional: true,
    minItems: 1,
    maxItems: EXPANSION_METHODS.length,
  })
  methods?: ExpansionMethod[] | null;

  @InputField(Float, {
    description: 'Minimum lift of words and phrases, in bits',
    optional: true,
    minimum: LEAST_BITS,
    maximum: MOST_BITS,
  })
  minLift?: number | null;

  @InputField(Float, {
    description: 'Minimum lift of phrases, in bits',
    optional: true,
    default: DEFAULT_CANDIDATES.minPhraseLift,
    minimum: LEAST_BITS,
    maximum: MOST_BITS,
  })
  minPhraseLift?: number | null;

  @InputField(Int, {
    description: 'Maximum number of phrases; the best are kept',
    optional: true,
    default: DEFAULT_CANDIDATES.maxPhrases,
    minimum: 0,
    maximum: 1_000,
  })
  maxPhrases?: number | null;

  @InputField(AcceptanceRuleInput, {
    description:
      'Conditions on the candidates that `apply` takes. It never takes one that hurts. Default: candidates with a lift of at least 3 bits; {} takes all, as in TRES',
    optional: true,
  })
  accept?: AcceptanceRuleInput | null;
}
