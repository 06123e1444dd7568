// Puts the recorded examples of the description beside the module that reads them, without whitespace: node .ci/copy-examples.js
// [FOLDER], dist when not given.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'adapters/http/openapi/examples.json';
writeFileSync(`${process.argv[2] ?? 'dist'}/${file}`, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
