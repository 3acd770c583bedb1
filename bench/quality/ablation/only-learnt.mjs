import { only } from './only.mjs';

export default only('learnt');
