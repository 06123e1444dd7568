import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineFlags } from '../processes/program-process.js';
import { makeTemporaryFolder } from '../temporary-folder.js';
import { packageRoot } from './package-root.js';
import { packPackage } from './packed-file.js';

/** A folder with the package installed as published by npm. Its dependencies are links to those of this project. */
export interface Installation {
  readonly folder: string;
  /** Path of the package in it. */
  readonly package: string;
  /** The packed file. */
  readonly tarball: string;
  /** Runs Node in the folder. @returns its output @throws Error with its whole output when it fails */
  node(...words: readonly string[]): string;
  remove(): void;
}

/** Installs the built package. @param without dependencies to omit */
export function installPackage(without: readonly string[] = []): Installation {
  const tarball = packPackage();
  const { path: folder, remove } = makeTemporaryFolder();
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  linkDependencies(modules, without);
  renameSync(join(folder, 'package'), join(modules, 'hexipam'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const node = (...words: readonly string[]): string => {
    try {
      return execFileSync(process.execPath, [...engineFlags, ...words], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 300_000,
      });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`node ${words.join(' ')} failed:\n${stdout}\n${stderr}`);
    }
  };
  return { folder, package: join(modules, 'hexipam'), tarball, node, remove };
}

function linkDependencies(modules: string, without: readonly string[]): void {
  const from = join(packageRoot, 'node_modules');
  for (const name of readdirSync(from)) {
    if (name.startsWith('.')) continue;
    const names = name.startsWith('@') ? readdirSync(join(from, name)).map((part) => `${name}/${part}`) : [name];
    if (name.startsWith('@')) mkdirSync(join(modules, name));
    for (const each of names) if (!without.includes(each)) symlinkSync(join(from, each), join(modules, each));
  }
}
