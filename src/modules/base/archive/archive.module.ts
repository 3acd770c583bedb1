import { Module } from '@nestjs/common';
import { ArchiveStore } from './archive-store.js';
import { ArchiveUploads } from './archive-uploads.js';

@Module({ providers: [ArchiveStore, ArchiveUploads], exports: [ArchiveStore, ArchiveUploads] })
export class ArchiveModule {}
