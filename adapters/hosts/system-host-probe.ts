import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type HostPorts, type HostProbe, ProbeError, type ProbeProgram, type Prober } from '../../application/ports/scanning.js';
import type { ProbePrograms } from '../../domain/scan/scan-settings.js';
import { DnsReverseNames } from './dns-reverse-names.js';
import { fping } from './fping.js';
import { ping } from './ping.js';

/** Directories of probe programs. PATH is not used. */
const usualDirectories: readonly string[] = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/local/bin', '/usr/local/sbin'];

const programs: Readonly<Record<ProbeProgram, (file: string) => Prober>> = { fping, ping };

export class SystemHostProbe implements HostProbe {
  readonly #directories: readonly string[];

  /** @param directories searched for programs, in order */
  constructor(directories = usualDirectories) {
    this.#directories = directories;
  }

  async find(requested: ProbePrograms): Promise<Prober> {
    const names: readonly ProbeProgram[] = requested === 'auto' ? ['fping', 'ping'] : [requested];
    for (const name of names) {
      for (const directory of this.#directories) {
        const file = join(directory, name);
        if (await isProgram(file)) return programs[name](file);
      }
    }
    throw new ProbeError('missing', `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} not installed`);
  }
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

export const systemHosts: HostPorts = { probe: new SystemHostProbe(), names: new DnsReverseNames() };
