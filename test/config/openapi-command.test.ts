import { expect } from 'chai';
import { processTerminal } from '../../adapters/cli/index.js';
import { readCommandLine } from '../../config/commands/command-line.js';
import { apiDescription, numbersDescription } from '../support/described/api-description.js';

describe('hexipam openapi', () => {
  const documents = {
    '/openapi.json': [[], numbersDescription],
    '/openapi-strings.json': [['--strings'], apiDescription],
  } as const;

  for (const [path, [words, description]] of Object.entries(documents))
    it(`prints the document of the service at ${path}, with a version`, async () => {
      let printed = '';
      const print = (text: string) => {
        printed += text;
      };
      const { run } = readCommandLine(['openapi', ...words]);
      expect(await run({ ...processTerminal(), print })).to.equal(true);
      const { info, ...others } = JSON.parse(printed);
      const { info: expected, ...expectedOthers } = JSON.parse(JSON.stringify(description));
      expect(others).to.deep.equal(expectedOthers);
      expect(info).to.deep.equal({ ...expected, version: info.version });
      expect(info.version).to.match(/^\d+\.\d+\.\d+/);
    });
});
