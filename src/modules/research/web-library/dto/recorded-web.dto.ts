import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, Page } from '../../../../platform/api/index.js';

@ObjectType('WebLabel', { description: 'A label of pages of a recorded web' })
class WebLabelDto {
  @ApiField(String, { example: 'faculty' })
  label: string;

  @ApiField(Int, { description: 'Number of pages that have it' })
  pages: number;
}

@ObjectType('RecordedWeb', { description: 'Recorded pages in the folder RECORDED_WEBS_DIR' })
export class RecordedWebDto {
  @ApiField(String, { description: 'Name of its file or folder without the ending', example: 'universities' })
  name: string;

  @ApiField(Float, { description: 'Size of its files in bytes' })
  bytes: number;

  @ApiField(Int, { description: 'Number of its HTML pages; null while they are being counted', nullable: true })
  pages: number | null;

  @ApiField([WebLabelDto], { description: 'The 200 most frequent labels; none while they are being counted' })
  labels: WebLabelDto[];

  @ApiField(String, { description: 'Why it cannot be read', nullable: true })
  problem: string | null;
}

export class RecordedWebPage extends Page(RecordedWebDto) {}
