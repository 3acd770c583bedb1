import {
  createGleaner,
  type ExampleInput,
  type Experiment,
  type Gleaner,
  type Job,
  type Model,
  type Schemas,
  type Session,
  type SessionInput,
  type Spider,
  type SpiderInput,
  type Topic,
  type TopicInput,
  type WhatIfInput,
} from '#client';

/** Named calls for the commands that run their own service. @throws GleanerError from every method */
export class ServiceClient {
  constructor(readonly gleaner: Gleaner) {}

  get url(): string {
    return this.gleaner.url;
  }

  createTopic(body: TopicInput): Promise<Topic> {
    return this.gleaner.post('/v1/topics', { body });
  }

  /** Imports all examples, or none if one of them is refused. */
  addExamples(topicId: string, examples: readonly ExampleInput[]): Promise<Schemas['ImportReportDto']> {
    return this.gleaner.importExamples(topicId, examples);
  }

  job(id: string): Promise<Job> {
    return this.gleaner.get('/v1/jobs/{id}', of(id));
  }

  cancelJob(id: string): Promise<Job> {
    return this.gleaner.post('/v1/jobs/{id}/cancel', of(id));
  }

  /** @param kind default: chosen by the number of examples */
  trainModel(topicId: string, kind?: string): Promise<Model> {
    const body = { kind } as Schemas['TrainModelInput'];
    return this.gleaner.post('/v1/topics/{topicId}/models', { params: { path: { topicId } }, body });
  }

  model(id: string): Promise<Model> {
    return this.gleaner.get('/v1/models/{id}', of(id));
  }

  createSession(topicId: string, body: SessionInput): Promise<Session> {
    return this.gleaner.post('/v1/topics/{id}/sessions', { ...of(topicId), body });
  }

  session(id: string): Promise<Session> {
    return this.gleaner.session(id);
  }

  stopSession(id: string): Promise<Session> {
    return this.gleaner.post('/v1/sessions/{id}/stop', of(id));
  }

  why(id: string, step: number): Promise<Schemas['PageWhyDto']> {
    return this.gleaner.get('/v1/sessions/{id}/pages/{step}/why', { params: { path: { id, step } } });
  }

  /** The first seeds of the session, as many as one call returns, with their results. */
  async seedOutcomes(id: string): Promise<readonly Schemas['SeedOutcomeDto'][]> {
    const params = { path: { id }, query: { first: 200 } };
    return (await this.gleaner.get('/v1/sessions/{id}/seed-outcomes', { params })).items;
  }

  /** Fetch and parse statistics of the session. */
  report(id: string): Promise<Schemas['FetchReportDto']> {
    return this.gleaner.get('/v1/sessions/{id}/report', of(id));
  }

  judgement(id: string): Promise<Schemas['JudgementDto']> {
    return this.gleaner.get('/v1/sessions/{id}/judgement', of(id));
  }

  monitoring(id: string): Promise<Schemas['MonitoringReportDto']> {
    return this.gleaner.get('/v1/sessions/{id}/monitoring', of(id));
  }

  /** All fetched responses of the session, as gzipped WARC. */
  exportArchive(id: string): Promise<ReadableStream<Uint8Array>> {
    return this.gleaner.download('/v1/sessions/{id}/export.warc.gz', of(id));
  }

  trainSpider(body: SpiderInput): Promise<Spider> {
    return this.gleaner.post('/v1/spiders', { body });
  }

  spider(id: string): Promise<Spider> {
    return this.gleaner.get('/v1/spiders/{id}', of(id));
  }

  /** All spiders, newest first. */
  spiders(): AsyncGenerator<Spider> {
    return this.gleaner.list('/v1/spiders');
  }

  /** Policies compared on the pages of an ended session. */
  whatIf(sessionId: string, body: WhatIfInput): Promise<Experiment> {
    return this.gleaner.post('/v1/sessions/{id}/what-if', { ...of(sessionId), body });
  }

  experiment(id: string): Promise<Experiment> {
    return this.gleaner.get('/v1/experiments/{id}', of(id));
  }

  cancelExperiment(id: string): Promise<Experiment> {
    return this.gleaner.post('/v1/experiments/{id}/cancel', of(id));
  }

  experimentResults(id: string): Promise<Schemas['ExperimentResultsDto']> {
    return this.gleaner.get('/v1/experiments/{id}/results', of(id));
  }

  /** A file with the results. */
  async experimentFile(id: string, name: 'report.html' | 'runs.csv'): Promise<string> {
    return new Response(await this.gleaner.download(`/v1/experiments/{id}/${name}`, of(id))).text();
  }

  deleteSpider(id: string): Promise<undefined> {
    return this.gleaner.delete('/v1/spiders/{id}', of(id));
  }
}

/** A service of this machine, without a key. */
export const clientAt = (url: string, project?: string): ServiceClient =>
  new ServiceClient(createGleaner({ url, project }));

const of = (id: string) => ({ params: { path: { id } } });
