import { DEFAULT_POLICY } from '../../../../domain/policies/index.js';
import type { CreateSession } from '../session.js';
import { withoutNulls } from '../../../../platform/errors/index.js';
import type { TemplateSettings } from './session-template.js';

/** An input with the settings of a template where it gives none. Limits of the budget are replaced one by one. */
export function withTemplateSettings<Input extends CreateSession>(input: Input, template: TemplateSettings): Input {
  const own = withoutNulls(input) as Input & { readonly budget?: object };
  const { policyConfig, budget, ...rest } = template;
  const isSamePolicy = own.policy == null || own.policy === (template['policy'] ?? DEFAULT_POLICY);
  return {
    ...rest,
    ...(policyConfig !== undefined && isSamePolicy && { policyConfig }),
    ...own,
    ...((budget !== undefined || own.budget !== undefined) && {
      budget: { ...(budget as object | undefined), ...own.budget },
    }),
  };
}
