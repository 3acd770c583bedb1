export { LabellerAgreementDto } from './dto/labeller.dto.js';
export { type BudgetEnd, LabellerBudgetRepository } from './labeller-budget.repository.js';
export { LabellerClient, type LabellerReply } from './labeller-client.js';
export { type LabellerAgreement, MAX_LABELLER_LABELS } from './labeller-label.js';
export { LabellerLabelsRepository } from './labeller-labels.repository.js';
export { LabellerModule } from './labeller.module.js';
export { LabellerService } from './labeller.service.js';
