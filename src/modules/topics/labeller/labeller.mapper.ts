import type { LabellerDto } from './dto/labeller.dto.js';
import type { LabellerState } from './labeller-label.js';

export const toLabellerDto = ({ agreements, ...state }: LabellerState): LabellerDto => ({
  ...state,
  agreements: agreements.map((one) => ({ ...one })),
});
