import { exportFile } from '../results/index.js';
import type { StoredExportDto } from './dto/stored-export.dto.js';
import { queryOf, type StoredExport, subjectOf } from './stored-export.js';

export function toStoredExportDto(stored: StoredExport): StoredExportDto {
  const { form, run: _, ...row } = stored;
  const { name, type } = exportFile(subjectOf(stored), form);
  return { ...row, what: form.what, query: queryOf(form), fileName: name, mediaType: type };
}
