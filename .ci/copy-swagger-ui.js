// Puts the files of Swagger UI that /docs serves, with their licence, into what was built.
import { cpSync } from 'node:fs';

for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'])
  cpSync(`node_modules/swagger-ui-dist/${name}`, `dist/adapters/http/docs/${name.includes('.') ? name : `swagger-ui-${name}`}`);
