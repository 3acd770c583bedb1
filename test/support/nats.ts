import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findNatsServer } from '../../tools/nats-server.mjs';
import { freePort } from './free-port.js';
import { looks } from './looks.js';

const found = findNatsServer();

/** A nats-server with JetStream on loopback, with its own folder. */
export class NatsServer {
  private child: ChildProcess | null = null;
  private text = '';

  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly config: string,
  ) {}

  /** @param config lines of its configuration, such as accounts */
  static async start(config = ''): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), mkdtempSync(path.join(tmpdir(), 'gleaner-nats-')), config);
    await server.start();
    return server;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  get log(): string {
    return this.text;
  }

  /** With its earlier files. */
  async start(): Promise<void> {
    if (!('path' in found)) throw new Error(found.reason);
    const file = path.join(this.folder, 'nats.conf');
    const store = path.join(this.folder, 'jetstream');
    writeFileSync(file, `listen: 127.0.0.1:${this.port}\njetstream { store_dir: "${store}" }\n${this.config}\n`);
    this.child = spawn(found.path, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.child.stderr?.on('data', (piece: Buffer) => (this.text += piece.toString()));
    const { pause } = looks();
    while (!(await this.answers())) {
      if (this.child.exitCode !== null) throw new Error(`nats-server ended: ${this.text}`);
      await pause();
    }
  }

  /** As by `kill -9`. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  loseFiles(): void {
    rmSync(path.join(this.folder, 'jetstream'), { recursive: true, force: true });
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      // The greeting shows that it serves.
      socket.once('data', () => resolve(true)).once('error', () => resolve(false));
      socket.once('data', () => socket.destroy());
    });
  }
}
