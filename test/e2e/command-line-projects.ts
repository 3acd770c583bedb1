import { looks } from '../support/looks.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import type { CommandService } from './command-line-service.js';

/** The commands about projects, keys, webhooks and the audit log. */
export function describeAdministration(of: () => CommandService): void {
  const run = async (...args: string[]): Promise<string> => {
    const { code, out, err } = await of().command(args);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${err}`);
    return out.trim();
  };
  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${of().service.url}/v1/topics`, { headers: { authorization: `Bearer ${key}` } })).status;

  describe('projects', () => {
    it('are created with quotas, shown with their usage, changed and deleted', async () => {
      const made = ['projects', 'create', 'curd', '--fetches-per-day', '1000', '--renders-per-day', '0'];
      const [, id] = /^project curd: (\S+)$/.exec(await run(...made)) ?? [];
      const shown = await run('projects', 'show', id);
      expect(shown).toMatch(/^name +curd$/m);
      expect(shown).toMatch(/^fetches a day +0 +1000$/m);
      expect(shown).toMatch(/^renders a day +0 +0 +reached$/m);
      expect(shown).toMatch(/^sessions running +0 +unlimited$/m);
      // The call's own name.
      const renamed = ['projects', 'update', '--project', 'curd', '--name', 'whey', '--fetches-per-day', 'unlimited'];
      expect(await of().json(...renamed)).toMatchObject({ id, name: 'whey', quotas: { fetchesPerDay: null } });
      expect(await of().json('projects', 'show', id)).toMatchObject({ quotas: { rendersPerDay: 0 } });
      expect(await run('projects', 'list')).toMatch(/^whey +unlimited +unlimited +0 +unlimited .*$/m);
      expect(await run('projects', 'delete', id)).toBe(`project ${id} is deleted`);
      expect(await of().command(['projects', 'show', id])).toMatchObject({ code: 3 });
    });

    it('say what was used today', async () => {
      const usage = await run('projects', 'usage');
      const [, fetches] = /^\d{4}-\d\d-\d\d +(\d+) +0$/m.exec(usage) ?? [];
      expect(Number(fetches)).toBeGreaterThanOrEqual(45);
      expect(await of().json('projects', 'usage')).toMatchObject({ days: [{ fetches: Number(fetches) }] });
    });

    it('are refused with the reason', async () => {
      expect(await of().command(['projects', 'update'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('expected a name or a quota') as string,
      });
      expect(await of().command(['projects', 'create', 'x', '--stored-pages', 'many'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('or unlimited') as string,
      });
    });
  });

  describe('keys', () => {
    it('are made, used, listed, rotated and revoked for a project by its name', async () => {
      expect(await run('projects', 'create', 'dairy')).toMatch(/^project dairy: /);
      // Only the text is the result; the rest is a remark.
      const made = await run('keys', 'create', 'nightly export', '--scopes', 'read', '--project', 'dairy');
      expect(made).toMatch(/^gl_[0-9a-f]{32}_[\w-]{43}$/);
      expect(await statusWith(made)).toBe(200);
      const [key] = await of().json<{ id: string; name: string }[]>('keys', 'list', '--project', 'dairy');
      expect(key.name).toBe('nightly export');
      const next = await run('keys', 'rotate', key.id, '--overlap', '600', '--project', 'dairy');
      expect(await Promise.all([made, next].map(statusWith))).toEqual([200, 200]);
      expect(await run('keys', 'revoke', key.id, '--project', 'dairy')).toBe(`key ${key.id} is revoked`);
      expect(await Promise.all([made, next].map(statusWith))).toEqual([401, 200]);
      // A head, a line below it, and both keys.
      expect((await run('keys', 'list', '--project', 'dairy')).split('\n')).toHaveLength(4);
    });

    it('report errors, with exit codes that distinguish refusals from wrong calls', async () => {
      expect(await of().command(['keys', 'list'], null, 'wrong')).toMatchObject({
        code: 4,
        err: expect.stringContaining('UNAUTHENTICATED') as string,
      });
      expect(await of().command(['keys', 'create', 'k', '--scopes', 'all'])).toMatchObject({
        code: 2,
        err: expect.stringContaining('field scopes') as string,
      });
      expect(await of().command(['keys', 'list', '--url', 'ftp://x'])).toMatchObject({ code: 2 });
    });
  });

  describe('the audit log', () => {
    it('is listed and written by what was changed, and by whom', async () => {
      const [entry] = await of().json<{ actor: string; ids: string[] }[]>('audit', 'list', '--object', 'topic');
      expect(entry.ids).toContain(of().topicId);
      const filters = ['--actor', entry.actor, '--change', 'insert', '--object-id', of().topicId];
      expect(await run('audit', 'list', ...filters)).toMatch(/^\d{4}-.* insert +topic +1 .*POST \/v1\/topics$/m);
      expect(await run('audit', 'list', ...filters, '--to', '2020-01-01')).toBe('No entries');
      expect(await run('audit', 'export', '--format', 'csv', ...filters)).toMatch(/^\S*id,[^]*,operator/);
      expect(await of().command(['audit', 'list', '--from', 'yesterday'])).toMatchObject({ code: 2 });
    });
  });

  describe('webhooks', () => {
    let receiver: WebhookReceiver;
    beforeAll(async () => {
      receiver = await new WebhookReceiver().start();
    });
    afterAll(() => receiver.kill());
    let id: string;

    it('are made with a secret that is shown once, tested, and tell of each attempt', async () => {
      const created = await of().command([
        'webhooks',
        'create',
        receiver.url,
        '--types',
        'session.ended,model.trained',
      ]);
      expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^whsec_\S+\n$/) as string });
      [, id] = /^webhook (\S+) to/m.exec(created.err) ?? [];
      receiver.secrets = [created.out.trim()];
      const tested = await of().command(['webhooks', 'test', id, '--wait']);
      expect(tested).toMatchObject({ code: 0, out: expect.stringMatching(/^state +delivered$/m) as string });
      expect(receiver.taken.map(({ type }) => type)).toEqual(['webhook.test']);
      const [message] = await of().json<{ id: string }[]>('webhooks', 'messages', id, '--type', 'webhook.test');
      expect(await run('webhooks', 'attempts', id, message.id)).toMatch(/^ +1 .* 204 +delivered$/m);
      expect(await run('webhooks', 'message', id, message.id)).toContain('"type":"webhook.test"');
      expect(await run('webhooks', 'replay', id, message.id)).toContain(message.id);
      const { pause } = looks();
      while ((await run('webhooks', 'messages', id, '--state', 'pending')) !== 'No messages') await pause();
      expect(receiver.arrived).toHaveLength(2);
    });

    it('that refuse a message cause exit code 1, and missed messages are replayed', async () => {
      receiver.behaviour = () => ({ status: 500, body: 'out of order' });
      const tested = await of().command(['webhooks', 'test', id, '--wait']);
      expect(tested).toMatchObject({ code: 1, err: expect.stringMatching(/was not delivered: refused 500/) as string });
      expect(await run('webhooks', 'messages', id, '--state', 'pending')).toMatch(/^webhook\.test +pending/m);
      expect(await run('webhooks', 'show', id)).toMatch(/^state +failing since/m);
      receiver.behaviour = () => ({ status: 204 });
      expect(await run('webhooks', 'replay', id, '--since', '2026-01-01')).toBe('0 messages are delivered again');
      expect(await of().command(['webhooks', 'replay', id])).toMatchObject({ code: 2 });
    });

    it('are changed, switched off, given another secret and deleted', async () => {
      expect(await run('webhooks', 'update', id, '--disable', '--description', 'for tests')).toMatch(/^state +off$/m);
      expect(await run('webhooks', 'list')).toMatch(/^http\S+ +off +session\.ended,model\.trained/m);
      expect(await of().json('webhooks', 'update', id, '--enable', '--types', 'session.ended')).toMatchObject({
        ...{ enabled: true, types: ['session.ended'], description: 'for tests' },
      });
      expect(await run('webhooks', 'rotate', id, '--overlap', '0')).toMatch(/^whsec_/);
      expect((await of().command(['webhooks', 'update', id, '--types', 'rain'])).code).toBe(2);
      await run('webhooks', 'delete', id);
      expect(await run('webhooks', 'list')).toContain('No webhooks');
    });
  });
}
