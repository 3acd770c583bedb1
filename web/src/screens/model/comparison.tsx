import type { JSX } from 'preact';
import { useQuery } from '../../api/use-query.js';
import { Listed } from '../../parts/listed.js';
import { Table } from '../../parts/table.js';
import { go } from '../../router.js';
import { pathTo } from '../../routes.js';
import { COMPARE, type Model } from './queries.js';
import { figureName, settingInWords } from './words.js';

const digits = (value: number | null | undefined): string => (value == null ? '–' : value.toFixed(3));
const signed = (value: number | null | undefined): string =>
  value == null ? '–' : `${value > 0 ? '+' : ''}${value.toFixed(3)}`;

function Compared({ ids, names }: { readonly ids: readonly string[]; readonly names: readonly string[] }): JSX.Element {
  const loaded = useQuery(COMPARE, { ids: [...ids] });
  const [mine = '', other = ''] = names;
  return (
    <Listed loaded={loaded} what="the comparison">
      {({ compareModels: { figures, settings } }) => (
        <>
          <Table
            name="Figures of both"
            rows={figures}
            idOf={({ name }) => name}
            columns={[
              { head: 'Figure', cell: ({ name }) => figureName(name) },
              { head: mine, isNumber: true, cell: ({ values }) => digits(values[0]) },
              { head: other, isNumber: true, cell: ({ values }) => digits(values[1]) },
              { head: 'Difference', isNumber: true, cell: ({ differences }) => signed(differences[1]) },
            ]}
          />
          {settings.length > 0 && (
            <>
              <h3>Settings in which they differ</h3>
              <Table
                name="Settings"
                rows={settings}
                idOf={({ field }) => field}
                columns={[
                  { head: 'Setting', cell: ({ field }) => field },
                  { head: mine, cell: ({ values }) => settingInWords(values[0] ?? null) },
                  { head: other, cell: ({ values }) => settingInWords(values[1] ?? null) },
                ]}
              />
            </>
          )}
        </>
      )}
    </Listed>
  );
}

/** The model beside another one of its topic. Which one stands in the address. */
export function Comparison({
  model,
  otherId,
}: {
  readonly model: Model;
  readonly otherId: string | null;
}): JSX.Element | null {
  const others = model.topic.models.nodes.filter(({ id, state }) => id !== model.id && state === 'READY');
  if (others.length === 0) return null;
  const other = others.find(({ id }) => id === otherId);
  const choose = (id: string): void =>
    go(id === '' ? pathTo('model', model.id) : `${pathTo('model', model.id)}?with=${encodeURIComponent(id)}`, {
      replace: true,
    });
  return (
    <section aria-labelledby="comparison-heading">
      <h2 id="comparison-heading">Comparison</h2>
      <div class="filters">
        <label>
          <span>Compare with</span>
          <select value={other?.id ?? ''} onInput={(event) => choose(event.currentTarget.value)}>
            <option value="">no other model</option>
            {others.map(({ id, version, kind }) => (
              <option key={id} value={id}>
                version {version}: {kind}
              </option>
            ))}
          </select>
        </label>
      </div>
      {other && (
        <Compared ids={[model.id, other.id]} names={[`Version ${model.version}`, `Version ${other.version}`]} />
      )}
    </section>
  );
}
