import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../support/free-port.js';

/** Debian keeps the server's programs out of the way. */
const BINARIES = ['/usr/lib/postgresql/15/bin', '/usr/lib/postgresql/16/bin', '/usr/bin'].find(
  (folder) => existsSync(join(folder, 'initdb')),
);
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);
export const hasPostgres = BINARIES !== undefined;
export const hasOpenssl = ['/usr/bin/openssl', '/usr/local/bin/openssl'].some((path) =>
  existsSync(path),
);
export const hasPgbouncer = hasPostgres && PGBOUNCER !== undefined;

const USER = 'keeper';

/** Who runs servers that refuse root: whatever user this system has for it. */
function otherUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid = 65_534, gid = 65_534] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'nobody']).toString()),
  );
  return { uid, gid };
}

/** A PostgreSQL server of its own, in a temporary folder, on a free port. */
export class Postgres {
  readonly #folder: string;
  readonly #user = otherUser();
  #port = 0;
  #server: ChildProcess | undefined;
  #databases = 0;
  readonly #others: ChildProcess[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'locale-sync-postgres-'));
    const server = new Postgres(folder);
    server.#give(folder);
    execFileSync(
      join(BINARIES ?? '', 'initdb'),
      ['-D', server.#data, '-U', USER, '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
      { ...server.#user, stdio: 'ignore', cwd: folder },
    );
    // Right before it is taken: others look for free ports, too.
    server.#port = await freePort();
    await server.up();
    return server;
  }

  /** A server that copies this one, and takes no texts until it is promoted. */
  async standby(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'locale-sync-postgres-'));
    const standby = new Postgres(folder);
    standby.#give(folder);
    execFileSync(
      join(BINARIES ?? '', 'pg_basebackup'),
      ['-d', this.url('postgres'), '-D', standby.#data, '-R', '--checkpoint=fast', '--no-sync'],
      { ...this.#user, stdio: 'ignore', cwd: folder },
    );
    standby.#port = await freePort();
    await standby.up();
    return standby;
  }

  get port(): number {
    return this.#port;
  }

  /** Starts the server again, with the same data. */
  async up(): Promise<void> {
    const options = [
      'fsync=off',
      'full_page_writes=off',
      ...(process.env['PGLOG']
        ? [
            'logging_collector=on',
            'log_directory=/tmp/pglog',
            'log_min_duration_statement=300',
            'log_lock_waits=on',
            'deadlock_timeout=200ms',
          ]
        : []),
      `port=${this.port}`,
      'max_connections=60',
    ];
    const settings = [...options, `unix_socket_directories=${this.#folder}`].flatMap((option) => [
      '-c',
      option,
    ]);
    this.#server = spawn(join(BINARIES ?? '', 'postgres'), ['-D', this.#data, ...settings], {
      ...this.#user,
      stdio: 'ignore',
      cwd: this.#folder,
    });
    await this.#untilReady(this.url('postgres'));
  }

  /** Stops the server at once, as a machine that fails does. */
  async down(): Promise<void> {
    await ended(this.#server, 'SIGQUIT');
    this.#server = undefined;
  }

  async stop(): Promise<void> {
    for (const other of this.#others) await ended(other, 'SIGKILL');
    await this.down();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  url(database: string, user = USER): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** A new database. Gives its address. */
  async database(): Promise<string> {
    this.#databases += 1;
    const name = `store${this.#databases}`;
    await this.query(this.url('postgres'), `CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async query<Row extends Record<string, unknown>>(url: string, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const result = await client.query<Row>(text);
      return result.rows;
    } finally {
      await client.end();
    }
  }

  /** From now on it can be spoken to in secret. Gives the file of its certificate. */
  async encrypt(): Promise<string> {
    const [key, cert] = [join(this.#folder, 'key.pem'), join(this.#folder, 'cert.pem')];
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names];
    execFileSync('openssl', [...make, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    chmodSync(key, 0o600);
    for (const file of [key, cert]) this.#give(file);
    const url = this.url('postgres');
    await this.query(url, `ALTER SYSTEM SET ssl_key_file = '${key}'`);
    await this.query(url, `ALTER SYSTEM SET ssl_cert_file = '${cert}'`);
    await this.query(url, 'ALTER SYSTEM SET ssl = on');
    await this.query(url, 'SELECT pg_reload_conf()');
    await this.#untilReady(`${url}?sslmode=verify-full&sslrootcert=${cert}`);
    return cert;
  }

  /** How many texts a store has; none before a run has made its tables. */
  async texts(url: string): Promise<number> {
    const [table] = await this.query(url, "SELECT to_regclass('locale_sync.entries') AS name");
    if (table?.['name'] === null) return 0;
    const rows = await this.query(url, 'SELECT FROM locale_sync.entries');
    return rows.length;
  }

  /** PgBouncer in transaction mode in front of a database. Gives the address to connect to. */
  async pooled(url: string): Promise<string> {
    const port = await freePort();
    const file = join(this.#folder, `pgbouncer-${port}.ini`);
    const name = new URL(url).pathname.slice(1);
    const users = join(this.#folder, 'users.txt');
    writeFileSync(users, `"${USER}" ""\n`);
    writeFileSync(
      file,
      `[databases]
${name} = host=127.0.0.1 port=${this.port} dbname=${name} user=${USER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 100
`,
    );
    this.#give(users);
    this.#give(file);
    this.#others.push(
      spawn(PGBOUNCER ?? '', [file], { ...this.#user, stdio: 'ignore', cwd: this.#folder }),
    );
    const pooled = `postgres://${USER}@127.0.0.1:${port}/${name}`;
    await this.#untilReady(pooled);
    return pooled;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  #give(path: string): void {
    if (this.#user === undefined) return;
    chownSync(path, this.#user.uid, this.#user.gid);
    if (path === this.#folder) chmodSync(path, 0o755);
  }

  async #untilReady(url: string): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.query(url, 'SELECT 1');
        return;
      } catch (error) {
        if (attempt > 300) throw error;
        await sleep(100);
      }
    }
  }
}

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await end;
}
