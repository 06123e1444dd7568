/** Prints the bill of materials of the service, the packages of production as CycloneDX 1.5: npm run --silent sbom */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const words = ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
const { status, stdout } = spawnSync('npm', words, {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  maxBuffer: 2 ** 26,
});
if (status !== 0) throw new Error('npm sbom failed');

const bill = JSON.parse(stdout);
// npm names the project after its folder.
bill.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name;
console.log(JSON.stringify(bill, null, 2));
