/** The project that an operator looks at, in this tab. A project key has its own project only. */

const NAME = 'gleaner:project';

/** Its id; null: the default project. */
export const chosenProject = (): string | null => sessionStorage.getItem(NAME);

/** Changes the project. The page reloads, because each screen shows a single project. */
export function chooseProject(id: string): void {
  sessionStorage.setItem(NAME, id);
  location.assign('/');
}

export const forgetProject = (): void => sessionStorage.removeItem(NAME);

/** The headers that name the project in calls over HTTP. */
export function projectHeaders(): Record<string, string> {
  const id = chosenProject();
  return id === null ? {} : { 'gleaner-project': id };
}
