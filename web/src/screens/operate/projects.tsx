import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { projectsChanged } from '../../api/project.js';
import { isOperator } from '../../api/sign-in.js';
import { useQuery } from '../../api/use-query.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Listed } from '../../parts/listed.js';
import { Pager, usePaging } from '../../parts/pager.js';
import { Badge } from '../../parts/states.js';
import { type Column, Table } from '../../parts/table.js';
import { Outcome } from '../../parts/trouble.js';
import { useAction } from '../../parts/use-action.js';
import { ago, count } from '../../parts/words.js';
import { ProjectForm } from './project-form.js';
import { DELETE_PROJECT, type Project, PROJECTS } from './project-queries.js';
import { QUOTAS } from './quotas.js';

const usageColumns = QUOTAS.map(({ quota, title }): Column<Project> => ({
  head: title,
  isNumber: true,
  cell: ({ usage }) => {
    const use = usage.quotas.find((one) => one.quota === quota);
    if (!use) return '–';
    return (
      <>
        {count(use.used)}
        {use.limit === null ? '' : ` of ${count(use.limit)}`} {use.reached && <Badge state="FAILED">used up</Badge>}
      </>
    );
  },
}));

/** Projects with what they may use and have used. Operators see all and change them; others see their own. */
export function ProjectsPart(): JSX.Element {
  const paging = usePaging('projects');
  const loaded = useQuery(PROJECTS, { after: paging.after });
  const changed = (): void => {
    loaded.reload();
    projectsChanged();
  };
  const action = useAction(changed);
  /** The one in the form, which stays when somebody else deletes it. */
  const [changing, setChanging] = useState<Project | null>(null);
  const remove = async ({ id, name }: Project): Promise<void> => {
    if (!(await action.run(DELETE_PROJECT, { id }, `${name} was deleted.`))) return;
    setChanging((before) => (before?.id === id ? null : before));
  };
  const actions: Column<Project> = {
    head: 'Actions',
    isChange: true,
    cell: (project) => (
      <div class="buttons">
        <button
          type="button"
          aria-label={`Change: ${project.name}`}
          onClick={() => setChanging(changing?.id === project.id ? null : project)}
        >
          Change
        </button>
        <ConfirmButton
          text="Delete"
          about={project.name}
          disabled={action.isBusy}
          confirmed={() => void remove(project)}
        >
          Its keys and webhooks are deleted with it. A project that still has topics or schedules is not deleted.
        </ConfirmButton>
      </div>
    ),
  };
  return (
    <Listed loaded={loaded} what="the projects">
      {({ projects }) => {
        const chosen = projects.nodes.find(({ id }) => id === changing?.id) ?? changing;
        return (
          <>
            <p class="note">Quotas per day reset at midnight UTC.</p>
            <Outcome action={action} />
            <Table
              name="Projects"
              rows={projects.nodes}
              idOf={({ id }) => id}
              columns={[
                { head: 'Name', cell: ({ name }) => name },
                ...usageColumns,
                { head: 'Created', cell: ({ createdAt }) => ago(createdAt, Date.now()) },
                ...(isOperator() ? [actions] : []),
              ]}
            />
            <Pager paging={paging} info={projects.pageInfo} name="More projects" />
            {chosen && <ProjectForm key={chosen.id} project={chosen} done={changed} />}
            {isOperator() ? (
              <ProjectForm project={null} done={changed} />
            ) : (
              <p class="note">Operators make projects and set their quotas.</p>
            )}
          </>
        );
      }}
    </Listed>
  );
}
