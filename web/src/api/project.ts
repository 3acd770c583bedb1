/** The project that an operator looks at, in this tab. Whoever has a project's key has that project and no other. */

const NAME = 'gleaner:project';

/** Its id; null: the default project. */
export const chosenProject = (): string | null => sessionStorage.getItem(NAME);

/** Everything that is shown is of one project: the page begins anew with another one. */
export function chooseProject(id: string): void {
  sessionStorage.setItem(NAME, id);
  location.assign('/');
}

export const forgetProject = (): void => sessionStorage.removeItem(NAME);

/** What calls over HTTP name it by. */
export function projectHeaders(): Record<string, string> {
  const id = chosenProject();
  return id === null ? {} : { 'gleaner-project': id };
}
