import { createRng } from '../../../domain/base/rng.js';
import { sealSnapshot } from '../../../domain/base/sealed-snapshot.js';
import { ClassCollection, type PageClass, type PlainCollection } from '../../../domain/page-classes/index.js';
import type { ThreadTask } from '../../../platform/threads/index.js';

interface ClassesRequest {
  readonly collection: PlainCollection;
  readonly clusters: number;
  readonly vocabulary: number;
}

interface LearntClasses {
  readonly data: Uint8Array;
  readonly words: number;
  readonly classes: readonly PageClass[];
}

/** The same collection gives the same classes. */
const SEED = 1;

/** Clustering thousands of pages takes some seconds. */
export const task: ThreadTask<ClassesRequest, LearntClasses> = {
  url: import.meta.url,
  run: ({ collection, clusters, vocabulary }) => {
    const { classifier, classes } = ClassCollection.of(collection).learn({ clusters, vocabulary }, createRng(SEED));
    return { data: sealSnapshot({ clusters, classifier: classifier.save() }), words: classifier.words, classes };
  },
};
