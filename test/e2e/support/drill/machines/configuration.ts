import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from './machine.js';

/** The files that docs/guides/high-availability.md shows. */
const folder = fileURLToPath(new URL('../../../../../../deploy/high-availability', import.meta.url));

export type NamedMachine = Pick<Machine, 'name' | 'address'>;

export const readTemplate = (file: string): string => readFileSync(join(folder, file), 'utf8');

/**
 * Adapts the configuration of the first machine of a kind to another machine.
 * @param text configuration of the first machine
 * @param machines all machines of the kind; lines with the address of any but the first are lists and stay unchanged
 * @param root folder that replaces / in paths below /etc and /var
 */
export function adaptedTo(own: NamedMachine, text: string, machines: readonly NamedMachine[], root: string): string {
  const [first = own, ...others] = machines;
  const lines = text.split('\n').map((line) => {
    if (others.some(({ address }) => line.includes(address))) return line;
    return line.replaceAll(first.address, own.address).replaceAll(new RegExp(`\\b${first.name}\\b`, 'g'), own.name);
  });
  return lines.join('\n').replaceAll(/(?<=[\s=])\/(etc|var)\//g, `${root}/$1/`);
}

/** The HEXIPAM_ settings in the text of an environment file. */
export const settingsIn = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(HEXIPAM_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

/** Files of a machine below the folder `root`. User postgres owns them. */
export class MachineFiles {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
    this.folder('/');
  }

  /** Writes a file. @returns its path on the host */
  write(path: string, text: string): string {
    const file = join(this.root, path);
    this.folder(dirname(path));
    writeFileSync(file, text, { mode: 0o600 });
    return this.#own(file);
  }

  /** Makes a folder. @returns its path on the host */
  folder(path: string): string {
    const folder = join(this.root, path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#own(this.root);
    return folder;
  }

  #own(path: string): string {
    execFileSync('chown', ['-R', 'postgres:postgres', path]);
    return path;
  }
}
