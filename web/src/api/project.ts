/** The project that an operator looks at, in this tab. A project key has its own project only. */

const NAME = 'gleaner:project';

/** Its id; null: the default project. */
export const chosenProject = (): string | null => sessionStorage.getItem(NAME);

/** Changes the project. The page reloads, because each screen shows a single project. */
export function chooseProject(id: string): void {
  sessionStorage.setItem(NAME, id);
  location.assign('/');
}

const CHANGED = 'gleaner:projects';

/** Says that a project was created, changed or deleted. */
export const projectsChanged = (): void => void dispatchEvent(new Event(CHANGED));

/** @returns a function that ends it */
export function onProjectsChanged(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}

export const forgetProject = (): void => sessionStorage.removeItem(NAME);

/** The headers that name the project in calls over HTTP. */
export function projectHeaders(): Record<string, string> {
  const id = chosenProject();
  return id === null ? {} : { 'gleaner-project': id };
}
