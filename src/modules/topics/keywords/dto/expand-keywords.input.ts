import { Float, InputType, Int, registerEnumType } from '@nestjs/graphql';
import { InputField } from '../../../../platform/api/index.js';
import { DEFAULT_CANDIDATES, EXPANSION_METHODS, type ExpansionMethod } from '../../../../domain/topic/index.js';

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
export class AcceptanceRuleInput {
  @InputField(Float, { optional: true, minimum: 0, maximum: 1 })
  minSimilarity?: number;

  @InputField(Float, { description: 'Bits', optional: true, minimum: LEAST_BITS, maximum: MOST_BITS })
  minLift?: number;

  @InputField([ExpansionMethodEnum], { optional: true, maxItems: EXPANSION_METHODS.length })
  methods?: ExpansionMethod[];
}

@InputType()
export class ExpandKeywordsInput {
  @InputField(Boolean, {
    description:
      'true: the candidates that `accept` allows make a new version of the keywords; false: all of them wait for a decision',
    default: true,
  })
  apply: boolean = true;

  @InputField(Int, {
    description: 'Words in fewer examples are no candidates',
    optional: true,
    default: DEFAULT_CANDIDATES.minDocuments,
    minimum: 1,
    maximum: 1_000,
  })
  minDocuments?: number;

  @InputField(Float, {
    description: 'Least semantic similarity, in addition to the mean similarity of the given keywords',
    optional: true,
    default: DEFAULT_CANDIDATES.minSimilarity,
    minimum: 0,
    maximum: 1,
  })
  minSimilarity?: number;

  @InputField(Int, {
    description: 'Best words kept at most',
    optional: true,
    default: DEFAULT_CANDIDATES.maxKeywords,
    minimum: 1,
    maximum: 1_000,
  })
  maxKeywords?: number;

  @InputField([ExpansionMethodEnum], {
    description: 'tres: words like the keywords; rake, collocation: phrases',
    optional: true,
    minItems: 1,
    maxItems: EXPANSION_METHODS.length,
  })
  methods?: ExpansionMethod[];

  @InputField(Float, {
    description: 'Least lift of words and phrases, bits',
    optional: true,
    minimum: LEAST_BITS,
    maximum: MOST_BITS,
  })
  minLift?: number;

  @InputField(Float, {
    description: 'Least lift of phrases, bits',
    optional: true,
    default: DEFAULT_CANDIDATES.minPhraseLift,
    minimum: LEAST_BITS,
    maximum: MOST_BITS,
  })
  minPhraseLift?: number;

  @InputField(Int, {
    description: 'Best phrases kept at most',
    optional: true,
    default: DEFAULT_CANDIDATES.maxPhrases,
    minimum: 0,
    maximum: 1_000,
  })
  maxPhrases?: number;

  @InputField(AcceptanceRuleInput, {
    description:
      'Which candidates `apply` takes, never one that hurts. Default: those with a lift of 3 bits; {} takes all, as TRES does',
    optional: true,
  })
  accept?: AcceptanceRuleInput;
}
