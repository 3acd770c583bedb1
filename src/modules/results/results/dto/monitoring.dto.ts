import { ArgsType, Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField, QueryField } from '../../../../platform/api/index.js';

const DEFAULT_WINDOW_MINUTES = 180;
const MAX_WINDOW_MINUTES = 525_600;

/** Counts for each window, and for the whole session. */
@ObjectType({ isAbstract: true })
abstract class MonitoringCounts {
  @ApiField(Int, { description: 'Pages downloaded, further visits included' })
  downloaded: number;

  @ApiField(Int, { description: 'Downloaded pages that the relevance model finds relevant, news or not' })
  sent: number;

  @ApiField(Int, { description: 'Relevant pages: of those sent the ones that were new or changed, and young' })
  relevant: number;

  @ApiField(Float, { description: 'relevant / downloaded; null if nothing was downloaded', nullable: true })
  downloadEfficiency: number | null;

  @ApiField(Float, { description: 'relevant / sent; null if nothing was sent', nullable: true })
  sentEfficiency: number | null;
}

@ObjectType('MonitoringWindow', { description: 'Pages and changes that a session found in a window of time' })
export class MonitoringWindowDto extends MonitoringCounts {
  @ApiField(Date, { description: 'Beginning of the window' })
  from: Date;

  @ApiField(Float, {
    description:
      'Share of the pages found relevant so far whose stored copy was as on the web at the end of the window; null if there are none',
    nullable: true,
  })
  freshness: number | null;

  @ApiField(Float, {
    description:
      'Mean age of these stored copies at the end of the window, in hours: 0 for a copy that is as on the web, else the time since the page changed; null if there are none',
    nullable: true,
  })
  ageHours: number | null;
}

@ObjectType('MonitoringReport', { description: 'How well a session keeps up with the web' })
export class MonitoringReportDto extends MonitoringCounts {
  @ApiField(Float, {
    description: 'Length of a window in minutes: as asked, or longer, so that there are at most 1000 windows',
  })
  windowMinutes: number;

  @ApiField(Int, { description: 'URLs found' })
  foundUrls: number;

  @ApiField(Float, { description: 'foundUrls / downloaded; null if nothing was downloaded', nullable: true })
  relativeFoundUrls: number | null;

  @ApiField(Float, { description: 'Mean freshness of the windows; null if there is none', nullable: true })
  freshness: number | null;

  @ApiField(Float, { description: 'Mean age of the windows, in hours; null if there is none', nullable: true })
  ageHours: number | null;

  @ApiField([MonitoringWindowDto], { description: 'Windows in order of time; those without a download are there too' })
  windows: MonitoringWindowDto[];
}

@ArgsType()
export class MonitoringArgs {
  @QueryField(Float, {
    description: 'Length of a window in minutes',
    default: DEFAULT_WINDOW_MINUTES,
    minimum: 0.001,
    maximum: MAX_WINDOW_MINUTES,
  })
  windowMinutes: number = DEFAULT_WINDOW_MINUTES;
}
