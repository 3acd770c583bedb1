import { withFile } from '../../results/index.js';
import { DOMAIN_FORMATS, PAGE_FORMATS } from '../collection-form.js';
import { CollectedDomainFilter } from './collected-domain.dto.js';
import { CollectedPageFilter } from './collected-page.dto.js';

export class CollectedPagesExportQuery extends withFile(CollectedPageFilter, PAGE_FORMATS) {}

export class CollectedDomainsExportQuery extends withFile(CollectedDomainFilter, DOMAIN_FORMATS) {}
