import { exportFile } from '../results/index.js';
import type { StoredExportDto } from './dto/stored-export.dto.js';
import { queryOf, type StoredExport } from './stored-export.js';

export function toStoredExportDto({ form, run: _, ...row }: StoredExport): StoredExportDto {
  const { name, type } = exportFile(row.sessionId, form);
  return { ...row, what: form.what, query: queryOf(form), fileName: name, mediaType: type };
}
