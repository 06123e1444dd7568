/** A reverse proxy with the configuration of deploy/proxies, on a free port of the loopback interface. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { installed } from '../../support/processes/installed-program.js';
import { makeTemporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { freePort } from '../../support/transfer/free-port.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const certificates = join(root, 'test/support/tls');

/** Adaptation of a configuration to a test: port, folder of certificates, address of the service. */
interface Adaptation {
  readonly port: number;
  readonly folder: string;
  readonly upstream: string;
}

/** A proxy that can be tested. */
export interface ProxyForm {
  readonly program: string;
  /** File in deploy/proxies. */
  readonly file: string;
  /** The configuration to start with, from the text of the file in which certificates and service are replaced. */
  configuration(text: string, adaptation: Adaptation): string;
  arguments(configurationFile: string): readonly string[];
}

const nginxFrame = (text: string, folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; pid ${folder}/pid; error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
${text}
}`;

export const proxyForms: readonly ProxyForm[] = [
  {
    program: 'nginx',
    file: 'nginx.conf',
    configuration: (text, { port, folder }) => nginxFrame(text.replace('listen 443', `listen 127.0.0.1:${port}`), folder),
    arguments: (file) => ['-c', file, '-e', 'stderr'],
  },
  {
    program: 'haproxy',
    file: 'haproxy.cfg',
    configuration: (text, { port }) => text.replace('bind :443', `bind 127.0.0.1:${port}`),
    arguments: (file) => ['-db', '-f', file],
  },
  {
    program: 'caddy',
    file: 'Caddyfile',
    configuration: (text, { port }) =>
      `{\n\tadmin off\n\tauto_https disable_redirects\n\tdefault_bind 127.0.0.1\n}\n${text.replace(':443', `:${port}`)}`,
    arguments: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

/** A running proxy. */
export class ProxyProcess {
  readonly #process: ChildProcess;
  readonly #folder: TemporaryFolder;
  output = '';

  private constructor(
    form: ProxyForm,
    program: string,
    configurationFile: string,
    folder: TemporaryFolder,
    /** Port of its HTTPS listener. */
    readonly port: number,
  ) {
    this.#folder = folder;
    this.#process = spawn(program, form.arguments(configurationFile), {
      env: { PATH: process.env.PATH, HOME: folder.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
  }

  /**
   * Starts a proxy and waits until it accepts connections.
   * @param upstream host and port of the service
   * @throws Error with its output if it exits before
   */
  static async start(form: ProxyForm, upstream: string): Promise<ProxyProcess> {
    const program = installed(form.program);
    if (program === undefined) throw new Error(`${form.program} is not installed`);
    const folder = makeTemporaryFolder();
    const port = await freePort();
    const file = join(folder.path, form.file);
    writeFileSync(file, form.configuration(adapted(form.file, folder.path, upstream), { port, folder: folder.path, upstream }));
    const proxy = new ProxyProcess(form, program, file, folder, port);
    while (!(await accepts(port))) {
      if (proxy.#process.exitCode !== null) throw new Error(`${form.program} ended:\n${proxy.output}`);
      await delay(50);
    }
    return proxy;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await ended;
    }
    this.#folder.remove();
  }
}

/** The text of a file of deploy/proxies, with the certificate of the tests and the address of a service. */
function adapted(file: string, folder: string, upstream: string): string {
  for (const name of ['certificate.pem', 'key.pem']) writeFileSync(join(folder, name), readFileSync(join(certificates, name)));
  const both = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(certificates, name), 'utf8')).join('\n');
  writeFileSync(join(folder, 'certificate-and-key.pem'), both);
  return readFileSync(join(root, 'deploy/proxies', file), 'utf8')
    .replaceAll('/etc/ssl/hexipam', folder)
    .replaceAll('ipam.example', 'localhost')
    .replace(/^(\s*[^#\n]*)127\.0\.0\.1:8080/m, `$1${upstream}`);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
