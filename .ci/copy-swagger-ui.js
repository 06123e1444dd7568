// Copies the files of Swagger UI for /docs to the build, compressed, with their licence.
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const [source, target] = ['node_modules/swagger-ui-dist', 'dist/adapters/http/openapi'];
const { version } = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'));
const stamp = `${target}/swagger-ui.version`;

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== version) {
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
    const content = readFileSync(`${source}/${name}`);
    writeFileSync(`${target}/${name}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
  for (const name of ['LICENSE', 'NOTICE']) cpSync(`${source}/${name}`, `${target}/swagger-ui-${name}`);
  writeFileSync(stamp, version);
}
