/**
 * Creates the package @hexipam/client in dist/packages/client: types from the OpenAPI description and the error table, compiled
 * modules, and a package.json with the version of the service. Run after the build:
 * node .ci/pack-client.js
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { errorTable, storageTable } from '../dist/adapters/http/error-table.js';

const [source, target] = ['packages/client', 'dist/packages/client'];
const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const description = execFileSync(process.execPath, ['dist/config/main.js', 'openapi'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const codes = [...Object.keys(errorTable), ...Object.keys(storageTable).map((trouble) => `storage.${trouble}`), 'service.defect'];

mkdirSync(`${source}/src/generated`, { recursive: true });
writeFileSync(`${source}/src/generated/api.ts`, astToString(await openapiTypes(JSON.parse(description))));
writeFileSync(
  `${source}/src/generated/error-codes.ts`,
  `/** Codes of errors, as in the reference of the service. */\nexport type ErrorCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};\n`,
);
rmSync(target, { recursive: true, force: true });
execFileSync('node_modules/.bin/tsc', ['--project', source], { stdio: 'inherit' });
const packed = {
  ...JSON.parse(readFileSync(`${source}/package.json`, 'utf8')),
  version,
  dependencies: { 'openapi-fetch': devDependencies['openapi-fetch'] },
};
writeFileSync(`${target}/package.json`, `${JSON.stringify(packed, null, 2)}\n`);
cpSync('LICENSE', `${target}/LICENSE`);
cpSync(`${source}/README.md`, `${target}/README.md`);
