import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { engineFlags } from '../../support/processes/program-process.js';
import type { CodeBlock } from './code-blocks.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Inside the package, so that programs can import it by name. */
const folder = join(root, 'dist/test/docs/programs');
const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2023', 'ESNext.Disposable'],
  module: 'NodeNext',
  strict: true,
  noImplicitAny: false, // some blocks are JavaScript
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'built',
};

/** Checks the types of programs and compiles them. @returns their files. @throws Error with the compiler output */
export function compilePrograms(blocks: readonly CodeBlock[]): readonly string[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = blocks.map((_, index) => `program-${index + 1}`);
  for (const [index, { text, place }] of blocks.entries())
    writeFileSync(join(folder, `${names[index]}.ts`), `// ${place}\n${text}\nexport {};\n`);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    throw new Error(error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error));
  }
  return names.map((name) => join(folder, 'built', `${name}.js`));
}

/** Runs a program. @returns its output. @throws Error if it fails */
export const runProgramFile = (file: string): string =>
  execFileSync(process.execPath, [...engineFlags, file], { encoding: 'utf8', timeout: 60_000 });

export const removePrograms = (): void => rmSync(folder, { recursive: true, force: true });
