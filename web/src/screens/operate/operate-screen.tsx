import type { JSX } from 'preact';
import { isOperator } from '../../api/sign-in.js';
import { Heading } from '../../parts/heading.js';
import { Empty } from '../../parts/states.js';
import { Link } from '../../router.js';
import { pathTo } from '../../routes.js';
import { AuditPart } from './audit.js';
import { KeysPart } from './keys.js';
import { MessagesPart } from './messages.js';
import { OverviewPart } from './overview.js';
import { ProjectsPart } from './projects.js';
import { WebhooksPart } from './webhooks.js';
import './operate.css';

interface Part {
  readonly name: string;
  readonly title: string;
  readonly hint: string;
  /** @param of the id of what is looked into; null: the list */
  readonly show: (of: string | null) => JSX.Element;
}

const PARTS: readonly Part[] = [
  {
    ...{ name: 'overview', title: 'Overview', hint: 'State of the service over all projects.' },
    show: () => <OverviewPart />,
  },
  {
    ...{ name: 'projects', title: 'Projects', hint: 'A project owns topics and all that is made from them.' },
    show: () => <ProjectsPart />,
  },
  {
    ...{ name: 'keys', title: 'Keys', hint: 'A key of the project allows the calls of its scope.' },
    show: () => <KeysPart />,
  },
  {
    ...{ name: 'webhooks', title: 'Webhooks', hint: 'The service posts events of the project to these addresses.' },
    show: (of) => (of === null ? <WebhooksPart /> : <MessagesPart id={of} />),
  },
  {
    ...{ name: 'audit', title: 'Audit log', hint: 'Changes in the project with actor and address, newest first.' },
    show: () => <AuditPart />,
  },
];

/**
 * The screens for operators and administrators. The overview comes first for operators, the keys for administrators of
 * a project.
 */
export default function OperateScreen({
  part: wanted,
  of,
}: {
  readonly part: string;
  readonly of: string | null;
}): JSX.Element {
  const name = wanted === '' ? (isOperator() ? 'overview' : 'keys') : wanted;
  const part = PARTS.find((one) => one.name === name);
  return (
    <>
      <Heading text={part?.title ?? 'Operate'} {...(part && { hint: part.hint })} />
      <nav aria-label="Operate" class="parts">
        {PARTS.map((one) => (
          <Link
            key={one.name}
            to={pathTo('operatePart', one.name)}
            aria-current={one.name === name ? 'page' : undefined}
          >
            {one.title}
          </Link>
        ))}
      </nav>
      {part ? (
        part.show(of)
      ) : (
        <Empty>
          <p>There is no part of this name. Choose one above.</p>
        </Empty>
      )}
    </>
  );
}
