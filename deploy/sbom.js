/** Prints the bill of materials of the service: its production packages as CycloneDX 1.5. Run: npm run --silent sbom */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Writes package.json and its lock file without development dependencies. With the whole lock file, `npm sbom --omit=dev`
 * omits production packages that development dependencies also need, for example pg.
 */
function writeProduction(folder) {
  const { devDependencies, scripts, ...manifest } = read('package.json');
  const { packages, ...lock } = read('package-lock.json');
  const { devDependencies: _, ...root } = packages[''];
  const production = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev);
  const locked = { ...lock, packages: { '': root, ...Object.fromEntries(production) } };
  for (const [name, content] of Object.entries({ 'package.json': manifest, 'package-lock.json': locked }))
    writeFileSync(join(folder, name), JSON.stringify(content));
}

function billOf(folder) {
  const words = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 };
  const { status, stdout } = spawnSync('npm', words, options);
  if (status !== 0) throw new Error('npm sbom failed');
  return JSON.parse(stdout);
}

const folder = mkdtempSync(join(tmpdir(), 'hexipam-sbom-'));
try {
  writeProduction(folder);
  const bill = billOf(folder);
  // npm names the project after its folder.
  bill.metadata.component.name = read('package.json').name;
  console.log(JSON.stringify(bill, null, 2));
} finally {
  rmSync(folder, { recursive: true });
}
