/**
 * Creates the Python package hexipam in dist/packages/python: models and call types from the OpenAPI description, codes from the
 * error table, and a pyproject.toml with the version of the service. Run after the build, with a Python that has
 * datamodel-code-generator: node .ci/pack-python.js packages/python/.venv/bin/python
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { errorTable, storageTable } from '../dist/adapters/http/error-table.js';
import { callsIn, preparedIn } from './python-package/calls.js';

const [python] = process.argv.slice(2);
const [source, target] = ['packages/python', 'dist/packages/python'];
const generated = `${source}/src/hexipam/_generated`;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const openapi = execFileSync(process.execPath, ['dist/config/main.js', 'openapi'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const codes = [...Object.keys(errorTable), ...Object.keys(storageTable).map((trouble) => `storage.${trouble}`), 'service.defect'];

const { document, operations } = preparedIn(JSON.parse(openapi));
rmSync(generated, { recursive: true, force: true });
mkdirSync(generated, { recursive: true });
writeFileSync(`${generated}/__init__.py`, '"""Generated from the description of the interface."""\n');
writeFileSync(
  `${generated}/error_codes.py`,
  `"""Codes of errors."""\nfrom typing import Literal\n\nErrorCode = Literal[\n${codes.map((code) => `    "${code}",\n`).join('')}]\n`,
);
const calls = callsIn(operations);
for (const [name, text] of Object.entries(calls)) writeFileSync(`${generated}/${name}`, text);

const input = `${generated}/description.json`;
writeFileSync(input, JSON.stringify(document));
const options = [
  '--input-file-type',
  'openapi',
  '--output-model-type',
  'pydantic_v2.BaseModel',
  '--target-python-version',
  '3.10',
];
const style = [
  '--use-standard-collections',
  '--use-union-operator',
  '--extra-fields',
  'allow',
  '--disable-timestamp',
  '--strict-nullable',
];
const wholeTypes = ['--collapse-root-models', '--base-class', 'hexipam._model.Model', '--output', `${generated}/models.py`];
execFileSync(python, ['-W', 'ignore', '-m', 'datamodel_code_generator', '--input', input, ...options, ...style, ...wholeTypes], {
  stdio: 'inherit',
});
rmSync(input);

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(`${source}/src`, `${target}/src`, { recursive: true, filter: (path) => !path.includes('__pycache__') });
const project = readFileSync(`${source}/pyproject.toml`, 'utf8');
writeFileSync(`${target}/pyproject.toml`, project.replace('version = "0.0.0"', `version = "${version}"`));
cpSync('LICENSE', `${target}/LICENSE`);
cpSync(`${source}/README.md`, `${target}/README.md`);
