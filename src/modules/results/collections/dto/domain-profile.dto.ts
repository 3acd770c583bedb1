import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, enumOf } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';
import { BEST_PAGES, MOST_NEIGHBOURS, MOST_WORDS, ROBOTS_STATES, type RobotsState } from '../domain-profile.js';
import { CollectedDomainDto } from './collected-domain.dto.js';
import { CollectedPageDto } from './collected-page.dto.js';

export const READ_HOME_PAGE = 'read-home-page' satisfies JobKind;

const RobotsStateEnum = enumOf(ROBOTS_STATES);
registerEnumType(RobotsStateEnum, {
  name: 'RobotsState',
  description: 'Whether the latest robots.txt of a site allows its home page; unknown if no robots.txt is stored',
});

@ObjectType('HomePage', {
  description: 'The home page of a domain: as the newest session has it, or as it was fetched',
})
class HomePageDto {
  @ApiField(String)
  url: string;

  @ApiField(String, { nullable: true })
  title: string | null;

  @ApiField(String, { description: 'As the page describes itself', nullable: true })
  description: string | null;

  @ApiField(String, { description: 'Language of the text, ISO 639-1', nullable: true })
  language: string | null;

  @ApiField(String, { description: 'Why it could not be fetched; null if it was', nullable: true })
  failure: string | null;

  @ApiField(Date)
  fetchedAt: Date;
}

@ObjectType('DomainOnPath', { description: 'A domain on the way from a seed to another one' })
export class DomainOnPathDto {
  @ApiField(String, { example: 'example.org' })
  name: string;

  @ApiField(String, { description: 'Its page from which a link led on' })
  url: string;

  @ApiField(String, { nullable: true })
  title: string | null;
}

@ObjectType('NeighbourDomain', { description: 'A domain that links to another one, or that this one links to' })
export class NeighbourDomainDto {
  @ApiField(String, { example: 'example.org' })
  name: string;

  @ApiField(Int, { description: 'Pages with such a link, of those that were looked at' })
  pages: number;

  @ApiField(Boolean, { description: 'Whether the collection has pages of it' })
  collected: boolean;
}

@ObjectType('DomainProfile', {
  description: 'The profile of a domain of a collection, made from stored pages. It reads a bounded number of them',
})
export class DomainProfileDto {
  @ApiField(HomePageDto, {
    description: 'Null if no session has it, and it was not fetched. readHomePage fetches it',
    nullable: true,
  })
  home: HomePageDto | null;

  @ApiField(String, {
    description:
      'The description that the home page gives; otherwise its title and first sentence. Null without a home page',
    nullable: true,
  })
  summary: string | null;

  @ApiField([String], {
    description: `Words that stand more often in its pages than in those of other domains of the collection, the most telling first; at most ${MOST_WORDS}`,
  })
  words: string[];

  @ApiField([CollectedPageDto], {
    description: `Its relevant pages with the highest probabilities; at most ${BEST_PAGES}`,
  })
  bestPages: CollectedPageDto[];

  @ApiField(Float, { description: 'Upper end of a 95% interval of the share of relevant pages' })
  shareAtMost: number;

  @ApiField([DomainOnPathDto], {
    description:
      'The domains from the seed to the first page that was found of it, itself last. Empty if no session has this page any more',
  })
  path: DomainOnPathDto[];

  @ApiField([NeighbourDomainDto], { description: `Domains that link to it; at most ${MOST_NEIGHBOURS}` })
  linkedFrom: NeighbourDomainDto[];

  @ApiField([NeighbourDomainDto], { description: `Domains that it links to; at most ${MOST_NEIGHBOURS}` })
  linksTo: NeighbourDomainDto[];

  @ApiField(String, {
    description: 'URL of its icon: as the home page names it, if it was fetched; otherwise the usual one',
  })
  icon: string;

  @ApiField(RobotsStateEnum, {
    description: 'Whether its robots.txt lets its home page be fetched',
    example: 'allowed',
  })
  robots: RobotsState;
}

/** A domain with its profile, for REST. */
export class CollectedDomainDetailsDto extends CollectedDomainDto {
  @ApiField(DomainProfileDto, { description: 'Kind and contents of the domain, from its pages', only: 'rest' })
  profile: DomainProfileDto;
}

@ObjectType('ReadHomePage', { description: 'Result of fetching the home page of a domain' })
class ReadHomePageDto {
  @ApiField(ID)
  topicId: string;

  @ApiField(String, { example: 'example.org' })
  domain: string;

  @ApiField(Boolean, { description: 'Whether there is a home page now' })
  read: boolean;
}
jobResults.add(ReadHomePageDto, READ_HOME_PAGE);
