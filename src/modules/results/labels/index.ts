export { LabelsModule } from './labels.module.js';
export { PageDocuments } from './page-documents.js';
