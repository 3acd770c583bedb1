import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { graphql } from '../api/graphql.js';
import { chooseProject, chosenProject, forgetProject, onProjectsChanged } from '../api/project.js';
import { useQuery } from '../api/use-query.js';

const PROJECTS = graphql(`
  query Projects {
    currentProject {
      id
    }
    projects(first: 200) {
      nodes {
        id
        name
      }
    }
  }
`);

/** For operators, where there is more than one project: which one the console shows. */
export function ProjectChoice(): JSX.Element | null {
  const { data, failure, reload } = useQuery(PROJECTS, {});
  useEffect(() => onProjectsChanged(reload), [reload]);
  const leave = (): void => {
    forgetProject();
    location.assign('/');
  };
  // It may have been deleted, and then nothing can be shown of it.
  if (failure && chosenProject() !== null)
    return (
      <button type="button" onClick={leave}>
        Leave this project
      </button>
    );
  if (!data || data.projects.nodes.length < 2) return null;
  return (
    <label class="project">
      <span>Project</span>
      <select value={data.currentProject.id} onChange={(event) => chooseProject(event.currentTarget.value)}>
        {data.projects.nodes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
