import { withFile } from '../../results/index.js';
import { CollectedDomainFilter } from './collected-domain.dto.js';
import { CollectedPageFilter } from './collected-page.dto.js';

export class CollectedPagesExportQuery extends withFile(CollectedPageFilter) {}

export class CollectedDomainsExportQuery extends withFile(CollectedDomainFilter) {}
