// Copies the recorded examples of the OpenAPI description to the compiled module that reads them, without whitespace:
// node .ci/copy-examples.js [FOLDER], by default dist.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'adapters/http/openapi/examples.json';
writeFileSync(`${process.argv[2] ?? 'dist'}/${file}`, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
