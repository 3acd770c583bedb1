import { Module } from '@nestjs/common';
import { ArchiveStore } from './archive-store.js';

@Module({ providers: [ArchiveStore], exports: [ArchiveStore] })
export class ArchiveModule {}
