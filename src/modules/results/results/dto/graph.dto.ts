import { Float, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';

@ObjectType('PowerLaw', {
  description:
    'A power law fitted by maximum likelihood (Clauset, Shalizi and Newman 2009): the share of pages with k links is proportional to k to the power of minus the exponent',
})
class PowerLawDto {
  @ApiField(Float)
  exponent: number;

  @ApiField(Float, { description: 'Standard error of the exponent' })
  standardError: number;

  @ApiField(Int, { description: 'Number of links from which on the power law holds' })
  xMin: number;

  @ApiField(Int, { description: 'Number of pages or URLs with so many links, which the fit is made of' })
  tail: number;

  @ApiField(Float, { description: 'Kolmogorov-Smirnov distance between the data and the fit' })
  distance: number;
}

@ObjectType('DegreeMeasures')
class DegreeMeasuresDto {
  @ApiField(Float)
  mean: number;

  @ApiField(Int)
  largest: number;

  @ApiField(PowerLawDto, { nullable: true, description: 'Null if fewer than 50 have links' })
  powerLaw: PowerLawDto | null;
}

@ObjectType('Clustering')
class ClusteringDto {
  @ApiField(Float, {
    description:
      'Clustering coefficient of Watts and Strogatz: mean over pages with two neighbours or more of the share of pairs of neighbours that are linked; links without direction',
  })
  coefficient: number;

  @ApiField(Int, { description: 'Number of pages drawn for it; all such pages if there are fewer than 5 000' })
  sampledPages: number;
}

@ObjectType('LinkDistances', {
  description: 'Number of links to follow from a page that was drawn to each page that can be reached from it',
})
class LinkDistancesDto {
  @ApiField(Float)
  mean: number;

  @ApiField(Int, { description: 'Nine of ten pairs of pages are at most so far apart' })
  ninetieth: number;

  @ApiField(Int, { description: 'The longest that was seen: the diameter is at least so long' })
  longest: number;

  @ApiField(Float, { description: 'Mean share of the pages that can be reached from a page' })
  reachedShare: number;

  @ApiField(Int, { description: 'Number of pages drawn to start from' })
  sampledStarts: number;
}

@ObjectType('TopicLocality', { description: 'Whether relevant pages link to relevant pages more often than others do' })
class TopicLocalityDto {
  @ApiField(Int)
  relevantPages: number;

  @ApiField(Float, {
    nullable: true,
    description: 'Share of the links between pages that lead to relevant pages: the base rate. Null without links',
  })
  ofAllLinks: number | null;

  @ApiField(Float, {
    nullable: true,
    description: 'Share of the links of relevant pages to pages that lead to relevant ones. Null without such links',
  })
  ofRelevantPages: number | null;

  @ApiField(Float, { nullable: true, description: 'The second share divided by the first' })
  ratio: number | null;
}

@ObjectType('SessionGraph', {
  description:
    'Measures of the link graph of a session. Clustering, distances, largest component and locality are those of the graph of fetched pages; degrees count links to all URLs',
})
export class SessionGraphDto {
  @ApiField(Int, {
    description: 'Pages of the session; one that was visited several times counts once, as it was last',
  })
  pages: number;

  @ApiField(Float, { description: 'Links on the pages of the session', example: 120_000 })
  links: number;

  @ApiField(Boolean, { description: 'Whether only the first pages were measured' })
  isSampled: boolean;

  @ApiField(Int, {
    description:
      'Pages that were measured: all of them, or the first ones in order of choice, at most 50 000 with 500 000 links together',
  })
  measuredPages: number;

  @ApiField(Int, { description: 'Links of these pages, those from one page to one URL counted once' })
  measuredLinks: number;

  @ApiField(Int, { description: 'Those of them that lead from one of these pages to another' })
  linksBetweenPages: number;

  @ApiField(DegreeMeasuresDto, { description: 'URLs that a page links to' })
  outDegree: DegreeMeasuresDto;

  @ApiField(DegreeMeasuresDto, { description: 'Pages that link to a URL; only URLs with links' })
  inDegree: DegreeMeasuresDto;

  @ApiField(ClusteringDto, { nullable: true, description: 'Null if no page has two neighbours' })
  clustering: ClusteringDto | null;

  @ApiField(LinkDistancesDto, { nullable: true, description: 'Null if no link leads from page to page' })
  distances: LinkDistancesDto | null;

  @ApiField(Float, {
    description: 'Share of the pages in the largest part that hangs together; links without direction',
  })
  largestComponent: number;

  @ApiField(TopicLocalityDto)
  locality: TopicLocalityDto;
}
