/**
 * Generates the types of the console's client from the OpenAPI description, for the compiler and for editors. The build does not
 * need them. The console uses the strings dialect. Error answers are omitted, because the console treats all of them equally.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';

const text = execFileSync(process.execPath, ['dist/config/main.js', 'openapi', '--strings'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 28,
});
const description = JSON.parse(text);
for (const operations of Object.values(description.paths))
  for (const operation of Object.values(operations)) {
    if (!operation.responses) continue;
    operation.responses = Object.fromEntries(Object.entries(operation.responses).filter(([code]) => code < '300'));
    for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)])
      for (const type of Object.keys(content)) if (type !== 'application/json') delete content[type];
  }
const { components } = description;
components.responses = {};
for (const name of Object.keys(components.schemas)) if (name.startsWith('failure')) delete components.schemas[name];
mkdirSync('adapters/web/console/generated', { recursive: true });
writeFileSync('adapters/web/console/generated/interface.ts', astToString(await openapiTypes(description)));
