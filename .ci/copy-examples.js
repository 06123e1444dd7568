// Puts the recorded examples of the description beside the module that reads them, without whitespace.
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'adapters/http/openapi/examples.json';
writeFileSync(`dist/${file}`, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
