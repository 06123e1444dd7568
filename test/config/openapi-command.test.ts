import { expect } from 'chai';
import { readCommandLine } from '../../config/commands/command-line.js';
import { processTerminal } from '../../config/terminal.js';
import { apiDescription } from '../support/described/api-description.js';

describe('hexipam openapi', () => {
  it('prints the description that the service tells, with its version', async () => {
    let printed = '';
    const print = (text: string) => {
      printed += text;
    };
    const { run } = readCommandLine(['openapi']);
    expect(await run({ ...processTerminal(), print })).to.equal(true);
    const { info, ...others } = JSON.parse(printed);
    const { info: expected, ...expectedOthers } = JSON.parse(JSON.stringify(apiDescription));
    expect(others).to.deep.equal(expectedOthers);
    expect(info).to.deep.equal({ ...expected, version: info.version });
    expect(info.version).to.match(/^\d+\.\d+\.\d+/);
  });
});
